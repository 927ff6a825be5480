import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UploadDigests } from './upload-digests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Digests of uploads whose bytes are counted instead of read. */
function countedDigests() {
  /** Number of digests that began to read from the first byte of an upload. */
  let begun = 0;
  const running = new Set<object>();
  let opening = Promise.resolve();
  const temporaryFile = {
    beginDigest: () => {
      begun += 1;
      const digest = {
        extend: () => undefined,
        value: () => Promise.resolve(''),
        stop: () => void running.delete(digest),
      };
      running.add(digest);
      return opening.then(() => digest);
    },
  };
  const digests = new UploadDigests({ record: () => undefined });
  return {
    digests,
    running,
    get begun() {
      return begun;
    },
    /** Makes files open only when the returned function is called. */
    delayOpening(): () => void {
      let open = (): void => undefined;
      opening = new Promise((resolve) => (open = resolve));
      return open;
    },
    extend: (id: number, offset: number) =>
      digests.extend({ id }, temporaryFile, { offset, end: offset + 1 }),
  };
}

test('an upload is read once, however long a chunk takes, while bytes arrive', async () => {
  const counted = countedDigests();
  await counted.extend(1, 0);
  for (let batch = 0; batch < 10; batch += 1) {
    vi.advanceTimersByTime(15_000);
    counted.digests.keepAlive({ id: 1 });
  }
  await counted.extend(1, 1);
  expect(counted.begun).toBe(1);
});

test('the digest of an upload without new bytes is given up, and releases the file', async () => {
  const counted = countedDigests();
  await counted.extend(1, 0);
  vi.advanceTimersByTime(30_000);
  expect(counted.running.size).toBe(0);
  await counted.extend(1, 1);
  expect([counted.begun, counted.running.size]).toEqual([2, 1]);
});

test('many simultaneous uploads are not read again for each chunk', async () => {
  const counted = countedDigests();
  for (let chunk = 0; chunk < 5; chunk += 1)
    for (let id = 1; id <= 70; id += 1) await counted.extend(id, chunk);
  expect([counted.begun, counted.running.size]).toEqual([64, 64]);
  // Another upload takes the place of one that has ended.
  counted.digests.stop(1);
  await counted.extend(70, 5);
  expect([counted.begun, counted.running.size]).toEqual([65, 64]);
});

test('uploads that begin at the same moment exceed no limit', async () => {
  const counted = countedDigests();
  const open = counted.delayOpening();
  const extending = Array.from({ length: 100 }, (_, id) => counted.extend(id, 0));
  open();
  await Promise.all(extending);
  expect([counted.begun, counted.running.size]).toEqual([64, 64]);
});

test.each(['stop', 'close'] as const)(
  'a digest releases its file when it is given up (%s) while the file is opened',
  async (end) => {
    const counted = countedDigests();
    const open = counted.delayOpening();
    const extending = counted.extend(1, 0);
    if (end === 'stop') counted.digests.stop(1);
    else await counted.digests.close();
    open();
    await extending;
    expect(counted.running.size).toBe(0);
  },
);
