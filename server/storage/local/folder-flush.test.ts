import { fstatSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { FolderFlush } from './folder-flush.ts';

/** Flushes that end when the test says so. */
function heldFlushes() {
  const held: { readonly fd: number; end(): void; fail(error: Error): void }[] = [];
  const flush = (fd: number) =>
    new Promise<void>((resolve, reject) => {
      held.push({ fd, end: resolve, fail: reject });
    });
  return { held, flush };
}

function folder(identity: string) {
  return { fd: openSync(tmpdir(), 'r'), identity };
}

const turn = () => new Promise((done) => setImmediate(done));

test('writers that wait for one folder at the same time share one flush', async () => {
  const { held, flush } = heldFlushes();
  const flushes = new FolderFlush(flush);
  const ended: string[] = [];
  const first = flushes.flush(folder('a')).then(() => ended.push('first'));
  const later = ['second', 'third', 'fourth'].map((name) =>
    flushes.flush(folder('a')).then(() => ended.push(name)),
  );
  await turn();
  expect(held).toHaveLength(1);

  held[0]?.end();
  await first;
  await turn();
  // The flush that ran while they came may have begun before their names were given.
  expect(ended).toEqual(['first']);
  expect(held).toHaveLength(2);

  held[1]?.end();
  await Promise.all(later);
  expect(ended.toSorted()).toEqual(['first', 'fourth', 'second', 'third']);
  expect(held).toHaveLength(2);
});

test('one folder does not wait for another', async () => {
  const { held, flush } = heldFlushes();
  const flushes = new FolderFlush(flush);
  const slow = flushes.flush(folder('slow'));
  const quick = flushes.flush(folder('quick'));
  await turn();
  expect(held).toHaveLength(2);
  held[1]?.end();
  await quick;
  held[0]?.end();
  await slow;
});

test('a failed flush rejects its callers, and later ones flush again', async () => {
  const { held, flush } = heldFlushes();
  const flushes = new FolderFlush(flush);
  const first = Promise.allSettled([flushes.flush(folder('a'))]);
  const second = flushes.flush(folder('a'));
  held[0]?.fail(new Error('broken disk'));
  expect(await first).toMatchObject([{ reason: { message: 'broken disk' } }]);
  await turn();
  held[1]?.end();
  await second;
});

test('waiting for idleness includes the flushes that have not begun', async () => {
  const { held, flush } = heldFlushes();
  const flushes = new FolderFlush(flush);
  const both = [flushes.flush(folder('a')), flushes.flush(folder('a'))];
  const order: string[] = [];
  const idle = flushes.idle().then(() => order.push('idle'));
  held[0]?.end();
  await turn();
  order.push('second flush');
  held[1]?.end();
  await Promise.all([...both, idle]);
  expect(order).toEqual(['second flush', 'idle']);
});

test('real folders are flushed, and their descriptors closed', async () => {
  const flushed = folder('a');
  await new FolderFlush().flush(flushed);
  await vi.waitFor(() => expect(() => fstatSync(flushed.fd)).toThrow('EBADF'), 20_000);
});
