import { beforeEach, expect, test } from 'vitest';
import type { Entry } from '#contract/files.ts';
import { anEntry, fakeServer } from '../testing/fake-server.ts';
import { hitLine, SlowSearch } from '../testing/fake-search.ts';
import { searchEntries } from './search.ts';

const question = { folder: '/docs', query: 'ü & 1' };
const [a, b] = [anEntry('/docs/a.txt'), anEntry('/docs/sub/ü.txt')];
let slow: SlowSearch;

beforeEach(() => {
  slow = new SlowSearch();
});

/** Returns the query that is sent for an input. */
async function askedFor(query: string): Promise<string | null> {
  const server = fakeServer().on('GET', '/api/search/', { text: '' });
  for await (const _ of searchEntries({ folder: '', query }, new AbortController().signal));
  return new URL(server.calls[0]?.url ?? '', 'http://localhost').searchParams.get('query');
}

async function read(signal = new AbortController().signal): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entries of searchEntries(question, signal)) found.push(...entries);
  return found;
}

test('lines are parsed across chunks, and empty lines are ignored', async () => {
  const server = fakeServer().on('GET', '/api/search/docs/', slow.reply);
  const reading = read();
  slow.send(`\n${hitLine(a)}\n`);
  const bytes = hitLine(b);
  slow.send(bytes.slice(0, 20));
  slow.send(bytes.slice(20).trimEnd());
  slow.end();

  expect(await reading).toEqual([a, b]);
  const asked = new URL(server.calls[0]?.url ?? '', 'http://localhost').searchParams;
  expect(asked.get('query')).toBe('ü & 1');
});

test('a character split across chunks stays intact', async () => {
  const bytes = new TextEncoder().encode(hitLine(b));
  const middle = bytes.indexOf(0xc3) + 1;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, middle));
      controller.enqueue(bytes.slice(middle));
      controller.close();
    },
  });
  fakeServer().on('GET', '/api/search/docs/', { stream });

  expect(await read()).toEqual([b]);
});

test('a truncated line is a lost connection, and a refusal has its status', async () => {
  fakeServer().on('GET', '/api/search/docs/', slow.reply);
  const reading = read();
  slow.find(a);
  slow.cut();
  await expect(reading).rejects.toMatchObject({ status: 0 });

  fakeServer().on('GET', '/api/search/docs/', { status: 400, text: '400 Bad Request\n' });
  await expect(read()).rejects.toMatchObject({ status: 400 });
});

test('ending the iteration cancels the search', async () => {
  fakeServer().on('GET', '/api/search/docs/', slow.reply);
  slow.find(a);
  for await (const entries of searchEntries(question, new AbortController().signal)) {
    expect(entries).toEqual([a]);
    break;
  }
  expect(slow.isLeft).toBe(true);
});

test('an extension matches both cases unless case matters', async () => {
  expect(await askedFor('annual type:pdf')).toBe('annual type:pdf type:PDF');
  expect(await askedFor('type:Docx')).toBe('type:Docx type:docx type:DOCX');
  expect(await askedFor('type:pdf type:PDF')).toBe('type:pdf type:PDF');
  expect(await askedFor('type:7z')).toBe('type:7z type:7Z');
  expect(await askedFor('case:sensitive type:pdf')).toBe('case:sensitive type:pdf');
});

test('kinds and quoted text are sent unchanged', async () => {
  expect(await askedFor('type:music type:image summer')).toBe('type:music type:image summer');
  expect(await askedFor('"type:pdf"')).toBe('"type:pdf"');
});

test('a query is not extended beyond the server’s limit', async () => {
  const many = Array.from({ length: 20 }, (_, index) => `type:a${index}`).join(' ');
  expect(await askedFor(many)).toBe(many);
  const long = `type:pdf ${'x'.repeat(1_010)}`;
  expect(await askedFor(long)).toBe(long);
});

test('a response that ends within a line is a lost connection', async () => {
  if (!a || !b) throw new Error('no entries');
  const text = hitLine(a, '/docs') + hitLine(b, '/docs').slice(0, 20);
  fakeServer().on('GET', '/api/search/docs/', { text });
  await expect(read()).rejects.toMatchObject({ name: 'ApiError', status: 0 });
});
