import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readableLine } from './lib/readable-line.ts';
import { createLogger, redactUrl } from './logger.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function logged(write: (logger: ReturnType<typeof createLogger>) => void) {
  const path = join(folder, 'fb.log');
  write(createLogger({ kind: 'file', path }));
  let text = '';
  while (!text.endsWith('\n')) {
    await delay(5);
    text = await readFile(path, 'utf8');
  }
  return text;
}

test('a line is JSON, and its message reads as fail2ban expects it', async () => {
  const text = await logged((logger) => logger.warn('/api/login: 403 9.9.9.9 <nil>'));
  expect(JSON.parse(text)).toMatchObject({ level: 40, msg: '/api/login: 403 9.9.9.9 <nil>' });
});

test('never logs secrets', async () => {
  const text = await logged((logger) =>
    logger.info(
      {
        password: 's1',
        headers: { cookie: 'auth=s2', 'x-auth': 's3', authorization: 's4' },
        req: { method: 'GET', url: '/api/command/?auth=s5&x=1', headers: { cookie: 's6' } },
      },
      'GET /api/command/?x=1&auth=s7 and /dl?token=s8',
    ),
  );
  expect(text).not.toMatch(/s\d/);
  expect(text).toContain('x=1');
});

test('a log file that cannot be opened stops the start with a clear line', () => {
  const path = join(folder, 'missing/fb.log');
  expect(() => createLogger({ kind: 'file', path })).toThrow(
    `the log file "${path}" cannot be opened (ENOENT)`,
  );
});

test('only the values of telling parameters are taken out of an address', () => {
  expect(redactUrl('/a?auth=x&b=1#c')).toBe('/a?auth=[redacted]&b=1#c');
  expect(redactUrl('/author=me')).toBe('/author=me');
});

test('a name with control characters cannot move the cursor of a terminal', () => {
  const line = JSON.stringify({ time: '2026-11-21T10:00:00Z', level: 40, msg: 'a\u001b[2Jb\rc' });
  expect(readableLine(line)).toMatch(/^\d\d:\d\d:\d\d {2}warning: a\\u001b\[2Jb\\u000dc\n$/);
});
