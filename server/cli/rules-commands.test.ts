import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { readGlobalSettings } from '../metadata/settings.ts';
import { insertUser, listUsers } from '../metadata/users.ts';
import { runCli } from '../testing/cli.ts';
import { aStoredUser } from '../testing/stored-records.ts';

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-rules-')));
  await using database = await opened();
  await database.write((tx) => insertUser(tx, aStoredUser({ username: 'ann' }), 1));
});
afterEach(() => rm(folder, { recursive: true }));

function run(...words: string[]) {
  return runCli(['rules', ...words], { folder });
}

async function opened() {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function globalRules() {
  await using database = await opened();
  return (await readGlobalSettings(database.read)).rules;
}

test('a rule denies a path, or allows it, or says it by an expression', async () => {
  await run('add', '/private');
  await run('add', '/private/open', '-a');
  const { printed } = await run('add', '-r', '^/x.*$');

  expect(await globalRules()).toEqual([
    { regex: false, allow: false, path: '/private', regexp: null },
    { regex: false, allow: true, path: '/private/open', regexp: null },
    { regex: true, allow: false, path: '', regexp: { raw: '^/x.*$' } },
  ]);
  expect(printed).toBe(
    'Global rules\n' +
      '  0  deny   path   /private\n  1  allow  path   /private/open\n  2  deny   regex  ^/x.*$\n',
  );
});

test('one user has rules of their own, named or by id', async () => {
  await run('add', '/mine', '-u', 'ann');
  await run('add', '/mine/open', '-ai', '1');
  expect((await run('ls', '--id', '1')).printed).toContain('Rules of ann\n  0  deny   path  /mine');
  expect(await globalRules()).toEqual([]);
  await using database = await opened();
  const [ann] = await listUsers(database.read);
  expect(ann?.rules.map(({ path, allow }) => [path, allow])).toEqual([
    ['/mine', false],
    ['/mine/open', true],
  ]);
});

test('rules are removed by their numbers, one or from one to another', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await run('add', `/${name}`);
  await run('rm', '0', '--index', '0');
  await run('rm', '1', '2');
  expect((await globalRules()).map(({ path }) => path)).toEqual(['/b', '/e']);
});

test('programs get the list as JSON', async () => {
  await run('add', '/a');
  expect(JSON.parse((await run('ls', '--json')).printed)).toEqual(await globalRules());
  expect((await run('ls', '-u', 'ann')).printed).toBe('Rules of ann: none\n');
});

test('keeps rules that are added at the same time, global ones and those of a user', async () => {
  const paths = ['/a', '/b', '/c', '/d'];
  await Promise.all(paths.map((path) => run('add', path)));
  await Promise.all(paths.map((path) => run('add', path, '-u', 'ann')));
  expect((await globalRules()).map(({ path }) => path).toSorted()).toEqual(paths);
  await using database = await opened();
  const [ann] = await listUsers(database.read);
  expect(ann?.rules.map(({ path }) => path).toSorted()).toEqual(paths);
});

test.each([
  [['add', '-r', '('], 'the pattern cannot be read: missing closing ): `(`'],
  [['add', 'docs'], 'the path has to begin with /'],
  [['add', '/a/../b'], 'the path must not contain . or .. as a name'],
  [['add', '/a', '/b'], 'too many arguments'],
  [['add', '/a', '-u', 'eve'], 'there is no user eve'],
  [['add', '/a', '-i', '9'], 'there is no user with id 9'],
  [['add', '/a', '-i', 'ann'], 'flag --id has to be a number, not "ann"'],
  [['ls', '-u', 'ann', '-i', '1'], 'flags --username and --id exclude each other'],
  [['rm', '1'], 'there is no rule 1; the last one is 0'],
  [['rm', '0', '1'], 'there is no rule 1; the last one is 0'],
  [['rm', '1', '0'], '1 comes after 0'],
  [['rm', 'x'], '"x" is not the number of a rule; see rules ls'],
  [['rm', '0', '-u', 'ann'], 'there is no rule 0; there are no rules'],
])('%j is refused, and nothing changes', async (words, message) => {
  await run('add', '/kept');
  await expect(run(...words)).rejects.toThrow(message);
  expect((await globalRules()).map(({ path }) => path)).toEqual(['/kept']);
});
