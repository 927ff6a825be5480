import { expect, it } from 'vitest';
import { anEntry, fakeServer } from '../testing/fake-server.ts';
import { readContents } from './contents.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const patient = () => new AbortController().signal;

it('reads a file as a whole', async () => {
  fakeServer().on('GET', '/api/raw/a.txt', { text: 'hello' });
  const bytes = await readContents(anEntry('/a.txt', { size: 5 }), 100, patient());
  expect(textOf(bytes)).toBe('hello');
});

it('requests the first part of a larger file and truncates a longer response', async () => {
  const server = fakeServer().on('GET', '/api/raw/a.txt', { text: 'hello' });
  const bytes = await readContents(anEntry('/a.txt', { size: 5 }), 3, patient());
  expect(textOf(bytes)).toBe('hel');
  expect(server.calls[0]?.headers.get('range')).toBe('bytes=0-2');
});

it('sends no request for an empty file', async () => {
  const server = fakeServer();
  const bytes = await readContents(anEntry('/a.txt', { size: 0 }), 3, patient());
  expect(bytes).toHaveLength(0);
  expect(server.calls).toHaveLength(0);
});

it('throws the reason why a file cannot be read', async () => {
  fakeServer().on('GET', '/api/raw/a.txt', { status: 403, text: '403 Forbidden' });
  await expect(readContents(anEntry('/a.txt'), 3, patient())).rejects.toMatchObject({
    status: 403,
  });
});
