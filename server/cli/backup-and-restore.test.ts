import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { runCli } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/engines.ts';
import { legacyDatabase } from '../compat/filebrowser2/recorded-databases.test-tools.ts';
import { shareOf } from '../testing/shares.ts';

// Time for two servers and four commands, each with threads of its own.
const LIMIT_MS = 60_000;

test(
  'restores a backup of a running server, with shares of the restored files',
  { timeout: LIMIT_MS },
  async () => {
    await using app = await startTestApp({
      files: { '/docs/a.txt': 'a', '/b.txt': 'b', '/gone.txt': '' },
    });
    const anna = await app.logIn({ username: 'anna' });
    const folder = await shareOf(anna, '/docs/');
    const file = await shareOf(anna, '/b.txt');
    const gone = await shareOf(anna, '/gone.txt');
    const parent = dirname(app.root);
    const adopt = (...words: string[]) =>
      runCli(['shares', 'adopt', '--database', 'copy.db', '--root', 'root', ...words], {
        folder: parent,
      });

    const names = Array.from({ length: 5 }, (_, index) => `user ${index}`);
    const [{ messages }] = await Promise.all([
      runCli(['backup', 'copy.db'], { folder: parent }),
      ...names.map((username) => app.addUser({ username })),
    ]);
    expect(messages).toContain(`wrote ${join(parent, 'copy.db')}`);
    expect(statSync(join(parent, 'copy.db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(parent).filter((name) => name.includes('copy.db'))).toEqual(['copy.db']);

    await cp(app.root, join(parent, 'restored'), { recursive: true, preserveTimestamps: true });
    await rm(join(parent, 'restored', 'gone.txt'));
    await rm(app.root, { recursive: true });
    await rename(join(parent, 'restored'), app.root);
    await using restored = await app.restart({
      database: { kind: 'sqlite', file: join(parent, 'copy.db') },
    });
    const visit = async (hash: string) =>
      (await restored.visitor.get(`/api/public/share/${hash}`)).status;
    // The restored folder differs from the served one, which has to be confirmed first.
    expect([await visit(folder.hash), await visit(file.hash)]).toEqual([503, 503]);
    await runCli(['root', 'accept', '--database', 'copy.db', '--root', 'root'], { folder: parent });
    await vi.waitFor(async () => expect(await visit(folder.hash)).toBe(404), { timeout: 10_000 });
    expect(await visit(file.hash)).toBe(404);

    const dry = await adopt('--all', '--dryRun');
    expect(dry.messages).toBe('2 would be adopted\n');
    expect(await visit(file.hash)).toBe(404);

    const { printed, messages: summary } = await adopt('--all', '--json');
    expect(JSON.parse(printed)).toContainEqual({
      hash: folder.hash,
      owner: 'anna',
      userID: folder.userID,
      path: '/docs',
      expire: 0,
      outcome: 'adopted',
    });
    expect(summary).toBe('2 of 3 adopted; 1 have no item, and are kept\n');
    const visits = [await visit(folder.hash), await visit(file.hash), await visit(gone.hash)];
    expect(visits).toEqual([200, 200, 404]);

    const list = await runCli(['shares', 'ls', '--database', 'copy.db', '--root', 'root'], {
      folder: parent,
    });
    const lines = list.printed.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines).toContain(`${folder.hash} anna never there /docs`);
    expect(lines).toContain(`${gone.hash} anna never gone /gone.txt`);
    await expect(adopt('nobody-has-this')).rejects.toThrow('there is no share nobody-has-this');
    await expect(adopt()).rejects.toThrow('give the hashes of shares, or --all');
  },
);

test('a backup never replaces a file, and leaves nothing behind where it fails', async () => {
  const folder = temporaryFolder();
  await expect(runCli(['backup', 'copy.db'], { folder })).rejects.toThrow(
    'does not exist. Set another with --database',
  );
  await runCli(['config', 'init'], { folder });
  writeFileSync(join(folder, 'mine.db'), 'mine');

  await expect(runCli(['backup', 'mine.db'], { folder })).rejects.toThrow(
    'a backup never replaces a file',
  );
  expect(readFileSync(join(folder, 'mine.db'), 'utf8')).toBe('mine');
  await expect(runCli(['backup', 'none/copy.db'], { folder })).rejects.toThrow('(ENOENT)');
  expect(readdirSync(folder).toSorted()).toEqual(['filebrowser.db', 'mine.db']);

  const postgres = ['--database', 'postgres://files@localhost/files'];
  await expect(runCli(['backup', 'copy.db', ...postgres], { folder })).rejects.toThrow('pg_dump');
  writeFileSync(join(folder, 'old.db'), legacyDatabase('v2.63.23-empty'));
  await expect(runCli(['backup', 'copy.db', '--database', 'old.db'], { folder })).rejects.toThrow(
    'old.db is a database of File Browser 2. Stop File Browser 2 and copy the file.',
  );
  expect(existsSync(join(folder, 'copy.db'))).toBe(false);
});

test('refuses to back up a damaged database', async () => {
  const folder = temporaryFolder();
  await runCli(['config', 'init'], { folder });
  const file = join(folder, 'filebrowser.db');
  const pages = readFileSync(file);
  pages.fill(0x5a, 4_096, pages.length - 4_096);
  writeFileSync(file, pages);
  chmodSync(file, 0o640);
  await expect(runCli(['backup', 'copy.db'], { folder })).rejects.toThrow('is damaged');
  expect(existsSync(join(folder, 'copy.db'))).toBe(false);
});
