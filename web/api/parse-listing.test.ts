import { afterEach, expect, test, vi } from 'vitest';
import { aFolder, anEntry } from '../testing/fake-server.ts';
import { parseResource, partsOf } from './listing-parts.ts';
import { parseListing } from './parse-listing.ts';

const bytesOf = (value: unknown): ArrayBuffer =>
  Uint8Array.from(new TextEncoder().encode(JSON.stringify(value))).buffer;
const large = aFolder(
  '/many/',
  Array.from({ length: 7_003 }, (_, n) => anEntry(`/many/${n}.txt`, { size: n })),
);

/** Runs the code of the worker in the page, and counts its messages. */
class FakeWorker extends EventTarget {
  static messages = 0;
  static isMissing = false;
  ended = false;
  postMessage(bytes: ArrayBuffer): void {
    setTimeout(() => {
      if (FakeWorker.isMissing) return this.dispatchEvent(new ErrorEvent('error'));
      for (const data of partsOf(structuredClone(bytes))) {
        FakeWorker.messages += 1;
        this.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
      }
      return true;
    });
  }
  terminate(): void {
    this.ended = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  FakeWorker.messages = 0;
  FakeWorker.isMissing = false;
});

const { signal } = new AbortController();

test('a small response is parsed without a worker', async () => {
  vi.stubGlobal('Worker', undefined);
  const folder = aFolder('/', [anEntry('/a.txt')]);
  expect(await parseListing(bytesOf(folder), signal)).toEqual(folder);
});

test('a large response arrives in pieces of at most a thousand entries, in order', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  expect(await parseListing(bytesOf(large), signal)).toEqual(large);
  expect(FakeWorker.messages).toBe(9);
});

test('a large folder without entries, and a large file, arrive as they are', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  const file = { ...anEntry('/a.txt'), content: 'x'.repeat(1_100_000) };
  expect(await parseListing(bytesOf(file), signal)).toEqual(file);
  expect([...partsOf(bytesOf(aFolder('/')))]).toHaveLength(1);
  expect(parseResource(bytesOf(aFolder('/')))).toEqual(aFolder('/'));
});

test('without workers, or without their script, the page parses the response itself', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.isMissing = true;
  expect(await parseListing(bytesOf(large), signal)).toEqual(large);
  vi.stubGlobal('Worker', undefined);
  expect(await parseListing(bytesOf(large), signal)).toEqual(large);
});

test('leaving the folder ends the parsing', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  const left = new AbortController();
  const parsing = parseListing(bytesOf(large), left.signal);
  left.abort(new Error('left'));
  await expect(parsing).rejects.toThrow('left');
});
