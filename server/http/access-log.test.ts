import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { shareOf } from '../testing/shares.ts';
import { startTestApp, WATCHING } from '../testing/app.ts';

interface Line {
  readonly msg: string;
  readonly method?: string;
  readonly user?: string;
  readonly bytes?: number;
}

const CONTENT = 'x'.repeat(5_000);

async function logged(isOn: boolean): Promise<readonly Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-log-'));
  const path = join(folder, 'log');
  try {
    await using app = await startTestApp({
      files: { '/a b.txt': CONTENT },
      config: { log: { kind: 'file', path }, watching: { ...WATCHING, accessLog: isOn } },
    });
    const anna = await app.logIn({ username: 'an\nna' });
    const { hash } = await shareOf(anna, '/a%20b.txt');
    await anna.get('/api/raw/a%20b.txt?auth=secret');
    await app.visitor.get(`/api/public/dl/${hash}?token=secret`);
    await app.visitor.get('/api/resources/');
    const text = await vi.waitFor(async () => {
      const soFar = await readFile(path, 'utf8');
      expect(soFar).toContain('/api/resources/: 401');
      return soFar;
    }, 20_000);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(hash);
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('logs every request if configured, with its user and the number of sent bytes', async () => {
  const lines = await logged(true);
  const download = lines.find(({ msg }) => msg.startsWith('/api/raw/'));
  expect(download).toMatchObject({
    msg: '/api/raw/a%20b.txt: 200 127.0.0.1 <nil>',
    method: 'GET',
    user: 'an\nna',
  });
  expect(download?.bytes).toBeGreaterThan(CONTENT.length);
  expect(download?.bytes).toBeLessThan(CONTENT.length + 2_000);
  const visit = lines.find(({ msg }) => msg.startsWith('/api/public/dl/'));
  expect(visit).not.toHaveProperty('user');
  expect(visit?.bytes).toBeGreaterThan(CONTENT.length);
});

test('otherwise logs only refused requests, without a user', async () => {
  const lines = (await logged(false)).filter(({ method }) => method !== undefined);
  expect(lines.map(({ msg }) => msg)).toEqual(['/api/resources/: 401 127.0.0.1 <nil>']);
  expect(lines[0]).not.toHaveProperty('user');
});
