import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { startTestApp, WATCHING } from '../../testing/app.ts';
import type { Reply } from '../../testing/client.ts';
import { writeExposition } from './exposition.ts';

const TOKEN = 'a-token-for-the-monitor';
const AS_MONITOR = { headers: { authorization: `Bearer ${TOKEN}` } };
const WITH_TOKEN = { watching: { ...WATCHING, monitorToken: TOKEN } };

const PATIENT = { timeout: 30_000 };

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})((?:\\{${LABEL}(?:,${LABEL})*\\})?) (-?[0-9.e+-]+)$`);

/** Parses the Prometheus text format: values by metric and labels. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  let family = '';
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    const head = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (head?.[1] === 'HELP') {
      family = head[2] ?? '';
      continue;
    }
    if (head) {
      expect(['counter', 'gauge', 'histogram']).toContain(head[3]);
      expect(head[2]).toBe(family);
      continue;
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    expect([line, name.startsWith(family)]).toEqual([line, true]);
    expect([line, samples.has(name + labels)]).toEqual([line, false]);
    samples.set(name + labels, Number(value));
  }
  return samples;
}

test('programs with the token read figures that Prometheus understands, and no name that a user has chosen', async () => {
  await using app = await startTestApp({
    config: WITH_TOKEN,
    files: { '/private-plans.txt': 'x' },
  });
  const anna = await app.logIn({ username: 'anna-the-secret' });
  await anna.get('/api/raw/private-plans.txt');
  await anna.get('/api/raw/none-of-these');
  await app.visitor.get('/made-up/by-a-stranger?token=1');
  await app.visitor.send('PROPFIND', '/x');

  const reply: Reply = await app.visitor.get('/metrics', AS_MONITOR);
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = parse(reply.text);
  const count = 'filebrowser_http_request_duration_seconds_count';
  const raw = 'method="GET",route="/api/raw/*"';
  expect(samples.get(`${count}{${raw},status="2xx"}`)).toBe(1);
  expect(samples.get(`${count}{${raw},status="4xx"}`)).toBe(1);
  const bucket = 'filebrowser_http_request_duration_seconds_bucket';
  expect(samples.get(`${bucket}{${raw},status="2xx",le="+Inf"}`)).toBe(1);
  expect(samples.get('filebrowser_http_requests_open')).toBeGreaterThanOrEqual(1);
  for (const part of ['database', 'root', 'threads'])
    expect(samples.get(`filebrowser_up{part="${part}"}`)).toBe(1);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  for (const word of ['private', 'none-of', 'made-up', 'stranger', 'anna', TOKEN, app.root]) {
    expect(reply.text).not.toContain(word);
  }
});

test('counts traffic, sessions, uploads, previews and threads', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN, files: { '/a.txt': 'x' } });
  const anna = await app.logIn();
  const read = async () => parse((await app.visitor.get('/metrics', AS_MONITOR)).text);
  const before = await read();
  expect(before.get('filebrowser_sessions_open')).toBe(1);
  expect(before.get('filebrowser_uploads_running')).toBe(0);

  const picture = await readFile(new URL('../../../docs/pictures/listing.webp', import.meta.url));
  await anna.post('/api/resources/picture.webp', { body: picture });
  await anna.get('/api/resources/');
  for (let times = 0; times < 3; times++) {
    expect((await anna.get('/api/preview/thumb/picture.webp')).status).toBe(200);
  }
  const half = new ReadableStream({ start: (body) => body.enqueue(Buffer.alloc(1_000)) });
  const leaving = new AbortController();
  const going = fetch(`${app.url}/api/resources/half.bin`, {
    ...{ method: 'POST', body: half, duplex: 'half', signal: leaving.signal },
    headers: { 'x-auth': anna.token ?? '' },
  }).catch(() => undefined);
  await vi.waitFor(
    async () => expect((await read()).get('filebrowser_uploads_running')).toBe(1),
    PATIENT,
  );
  leaving.abort();
  await going;
  await vi.waitFor(
    async () => expect((await read()).get('filebrowser_uploads_running')).toBe(0),
    PATIENT,
  );

  await anna.post('/api/logout');
  const after = await read();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('filebrowser_received_bytes_total')).toBeGreaterThan(picture.length);
  expect(grown('filebrowser_sent_bytes_total')).toBeGreaterThan(1_000);
  expect(after.get('filebrowser_sessions_open')).toBe(0);
  expect(after.get('filebrowser_previews_total{how="made"}')).toBe(1);
  expect(after.get('filebrowser_previews_total{how="memory"}')).toBe(2);
  expect(after.get('filebrowser_threads{kind="listing"}')).toBeGreaterThanOrEqual(1);
  expect(after.get('filebrowser_thread_jobs{kind="listing"}')).toBe(0);
});

test('the guide names all figures, and no others', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN });
  const { text } = await app.visitor.get('/metrics', AS_MONITOR);
  const guide = await readFile(
    new URL('../../../docs/guide/monitoring.md', import.meta.url),
    'utf8',
  );
  const named = [...guide.matchAll(/`((?:filebrowser|process)_\w+)`/g)].map(([, name]) => name);
  const served = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(served));
  expect(named).toHaveLength(served.length);
});

test('refuses other clients, and does not exist without a token', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN });
  const anna = await app.logIn();
  expect((await app.visitor.get('/metrics')).status).toBe(401);
  expect((await anna.get('/metrics')).status).toBe(403);
  await using without = await app.restart({ watching: WATCHING });
  const page = await without.visitor.get('/metrics', AS_MONITOR);
  expect(page.headers['content-type']).toContain('text/html');
});

test('a label may hold any text', () => {
  const samples = [{ labels: { odd: 'a"b\\c\nd' }, value: 1 }];
  const text = writeExposition([{ name: 'odd', type: 'gauge', help: 'Odd.', samples }]);
  expect(parse(text)).toEqual(new Map([['odd{odd="a\\"b\\\\c\\nd"}', 1]]));
});
