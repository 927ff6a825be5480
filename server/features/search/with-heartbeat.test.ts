import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withHeartbeat } from './with-heartbeat.ts';

async function* slowly(parts: readonly string[], ms: number): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await setTimeout(ms);
    yield Buffer.from(part);
  }
}

async function textOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const part of parts) text += Buffer.from(part).toString();
  return text;
}

test('yields blank lines while a search takes long', async () => {
  let find = (): void => {};
  const found = new Promise<void>((resolve) => {
    find = resolve;
  });
  async function* waiting(): AsyncGenerator<Uint8Array> {
    await found;
    yield Buffer.from('a\n');
  }

  const lines = [];
  for await (const part of withHeartbeat(waiting(), 5)) {
    lines.push(Buffer.from(part).toString());
    if (lines.length === 3) find();
  }

  expect(lines.slice(0, 3)).toEqual(['\n', '\n', '\n']);
  expect(lines.at(-1)).toBe('a\n');
});

test('one that finds something all the time says nothing else', async () => {
  expect(await textOf(withHeartbeat(slowly(['a', 'b', 'c'], 1), 60_000))).toBe('abc');
});

test('stops the search when the consumer leaves, and passes on its error', async () => {
  let isStopped = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from('x');
    } finally {
      isStopped = true;
    }
  }
  for await (const _ of withHeartbeat(endless(), 1_000)) break;
  expect(isStopped).toBe(true);

  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x');
    throw new Error('the disk is gone');
  }
  await expect(textOf(withHeartbeat(failing(), 1_000))).rejects.toThrow('the disk is gone');
});
