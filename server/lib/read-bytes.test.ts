import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBytes } from './read-bytes.ts';

const body = (...chunks: readonly string[]) =>
  Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );

test.each([
  [[], ''],
  [['a'], 'a'],
  [['ab', 'c', 'def'], 'abcdef'],
])('the chunks %j are %s', async (chunks, whole) => {
  expect(await readBytes(body(...chunks), 6)).toEqual(Buffer.from(whole));
});

test('one byte more than the limit is too long, and the source lives on to be drained', async () => {
  const source = new PassThrough();
  source.write('abcd');
  source.write('efg');
  expect(await readBytes(source, 6)).toBe('too-long');
  expect(source.destroyed).toBe(false);
  source.end('rest');
  const rest = await readBytes(source, 100);
  expect(rest.toString()).toContain('rest');
});

test('reports a body as cut if its client disconnects or the connection fails', async () => {
  for (const error of [undefined, new Error('reset')]) {
    const source = new PassThrough();
    source.write('half');
    const reading = readBytes(source, 100);
    setImmediate(() => source.destroy(error));
    expect(await reading).toBe('cut');
  }
});
