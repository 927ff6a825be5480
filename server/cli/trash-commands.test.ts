import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { expect, test } from 'vitest';
import { startTestApp, TRASH } from '../testing/app.ts';
import { runCli } from '../testing/cli.ts';

const FILES = { '/a b.txt': 'a', '/docs/sub/b.txt': 'bb', '/c.txt': 'ccc' };

interface Listed {
  readonly id: number;
  readonly path: string;
  readonly deletedBy: string;
}

/** A server whose trash holds `/a b.txt` and `/docs` of ann, and `/c.txt` of ben. */
async function aServerWithTrash() {
  const app = await startTestApp({ files: FILES, config: { trash: TRASH } });
  const ann = await app.logIn({ username: 'ann' });
  const ben = await app.logIn({ username: 'ben' });
  await ann.delete('/api/resources/a%20b.txt');
  await ann.delete('/api/resources/docs');
  await ben.delete('/api/resources/c.txt');
  const options = { folder: dirname(app.root), variables: { FB_ROOT: app.root } };
  const run = (...words: string[]) => runCli(['trash', ...words], options);
  const list = async (...words: string[]) =>
    JSON.parse((await run('ls', '--json', ...words)).printed) as Listed[];
  return { app, ann, run, list, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test('lists the trash of all users or of one, the latest deletion first', async () => {
  await using served = await aServerWithTrash();
  const all = (await served.list()).map(({ path, deletedBy }) => [path, deletedBy]);
  expect(all).toEqual([
    ['/c.txt', 'ben'],
    ['/docs', 'ann'],
    ['/a b.txt', 'ann'],
  ]);
  expect((await served.list('--user', 'ben')).map(({ path }) => path)).toEqual(['/c.txt']);
  expect(await served.list('--older-than', '1d')).toEqual([]);
  expect((await served.run('ls')).printed).toContain('/a b.txt');
  await expect(served.run('ls', '--older-than', 'soon')).rejects.toThrow('--older-than');
});

test('restores items beside the running server, by id and by user', async () => {
  await using served = await aServerWithTrash();
  const { app, ann, run, list } = served;
  const [c] = await list('--user', 'ben');
  expect(await run('restore', `${c?.id}`)).toMatchObject({
    code: 0,
    printed: 'restored: /c.txt\n',
  });
  await writeFile(join(app.root, 'a b.txt'), 'other');
  const failed = await run('restore', '--user', 'ann');
  expect(failed.code).toBe(1);
  expect(failed.messages).toContain('/a b.txt');
  expect(failed.printed).toBe('restored: /docs\n');
  const moved = await run('restore', '--user', 'ann', '--to', '/back/there');
  expect(moved).toMatchObject({ code: 0, printed: 'restored: /back/there/a b.txt\n' });
  expect(await app.filesOnDisk()).toEqual({
    '/a b.txt': 'other',
    '/back/there/a b.txt': 'a',
    '/c.txt': 'ccc',
    '/docs/sub/b.txt': 'bb',
  });
  expect((await ann.get('/api/trash')).json()).toEqual([]);
  await expect(run('restore', '999')).rejects.toThrow('"999"');
  await expect(run('restore')).rejects.toThrow('trash ls');
});

test('deletes for good what is selected, and everything only when that is confirmed', async () => {
  await using served = await aServerWithTrash();
  const { app, run, list } = served;
  await expect(run('empty')).rejects.toThrow('--yes');
  expect(await run('empty', '--user', 'ann')).toMatchObject({
    code: 0,
    printed: 'deleted: /a b.txt\ndeleted: /docs\n',
  });
  expect((await list()).map(({ path }) => path)).toEqual(['/c.txt']);
  expect((await run('empty', '--yes')).code).toBe(0);
  expect(await list()).toEqual([]);
  expect(await readdir(app.root)).not.toContain(TRASH_NAME);
});
