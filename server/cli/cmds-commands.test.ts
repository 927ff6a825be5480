import { splitCommandLine } from '#contract/command-line.ts';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { readGlobalSettings, writeGlobalSettings } from '../metadata/settings.ts';
import { runCli } from '../testing/cli.ts';

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-cmds-')));
  await runCli(['config', 'init'], { folder });
});
afterEach(() => rm(folder, { recursive: true }));

function run(...words: string[]) {
  return runCli(['cmds', ...words], { folder });
}

async function opened() {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function linesOf(event: string) {
  await using database = await opened();
  return (await readGlobalSettings(database.read)).commands[event];
}

/** Settings of an older version. */
async function leave(event: string, lines: readonly string[]) {
  await using database = await opened();
  const stored = await readGlobalSettings(database.read);
  const commands = { ...stored.commands, [event]: [...lines] };
  await database.write((tx) => writeGlobalSettings(tx, { ...stored, commands }));
}

describe('cmds add', () => {
  test('adds to the end of the list, and prints all lists as they run', async () => {
    await run('add', 'after_upload', 'echo', '$FILE');
    await run('add', 'before_save', 'true');
    const { printed } = await run('add', 'after_upload', 'scan "$FILE" &');
    expect(await linesOf('after_upload')).toEqual(['echo $FILE', 'scan "$FILE" &']);
    expect(printed).toBe(
      'before_save(0): true\nafter_upload(0): echo $FILE\nafter_upload(1): scan "$FILE" &\n',
    );
  });

  test.each([
    [['notify', 'two words', "it's", 'say "x"', 'back\\slash', 'ümlaut', '#1', '', '$FILE', '&']],
    [['ls', '-la', '--', '$FILE']],
  ])('keeps the words it was given: %j', async (words) => {
    await run('add', 'after_save', '--', ...words);
    const [line = ''] = (await linesOf('after_save')) ?? [];
    expect(splitCommandLine(line)).toEqual({ kind: 'words', words });
  });

  test('stores a single word unchanged as the line', async () => {
    await run('add', 'after_save', `sh -c 'echo "$FILE" >> /tmp/x'`);
    expect(await linesOf('after_save')).toEqual([`sh -c 'echo "$FILE" >> /tmp/x'`]);
  });

  test('says when nothing is run, and says nothing when it is', async () => {
    expect((await run('add', 'after_save', 'true')).messages).toContain('commands are disabled');
    const options = { folder, variables: { FB_DISABLE_EXEC: 'false' } };
    expect((await runCli(['cmds', 'add', 'after_save', 'true'], options)).messages).toBe('');
    await runCli(['config', 'set', '--disableExec=false'], { folder });
    expect((await run('add', 'after_save', 'true')).messages).toBe('');
  });

  test('keeps lines that are added at the same time', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => run('add', 'after_save', name)));
    expect((await linesOf('after_save'))?.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('cmds ls shows all lists or one, for people and for programs', async () => {
  expect((await run('ls')).printed).toBe('none\n');
  await run('add', 'after_upload', 'echo \u001b[2J');
  await run('add', 'before_save', 'true');
  expect((await run('ls')).printed).toBe(
    'before_save(0): true\nafter_upload(0): echo \\u001b[2J\n',
  );
  expect((await run('ls', '-e', 'before_save')).printed).toBe('before_save(0): true\n');
  expect((await run('ls', '--event=before_copy')).printed).toBe('none\n');
  expect(JSON.parse((await run('ls', '--json')).printed)).toMatchObject({
    before_copy: [],
    before_save: ['true'],
    after_upload: ['echo \u001b[2J'],
  });
  expect(JSON.parse((await run('ls', '-e', 'before_save', '--json')).printed)).toEqual({
    before_save: ['true'],
  });
});

test('cmds rm removes one by its number, or from one to another', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await run('add', 'after_copy', name);
  await run('rm', 'after_copy', '0');
  const { printed } = await run('rm', 'after_copy', '1', '2');
  expect(printed).toBe('after_copy(0): b\nafter_copy(1): e\n');
  expect(await linesOf('after_copy')).toEqual(['b', 'e']);
});

test('a line of an older version that cannot be read is shown, kept and removed', async () => {
  await leave('after_copy', ["echo 'a", 'true']);
  await run('add', 'after_copy', 'false');
  expect(await linesOf('after_copy')).toEqual(["echo 'a", 'true', 'false']);
  await run('rm', 'after_copy', '0');
  expect(await linesOf('after_copy')).toEqual(['true', 'false']);
});

test.each([
  [['add', 'after_uplod', 'x'], 'there is no event "after_uplod" (Did you mean after_upload?)'],
  [['add', 'at_night', 'x'], 'there is no event "at_night"; there are before_copy, after_copy,'],
  [['add', 'toString', 'x'], 'there is no event "toString"'],
  [['add', 'after_save', "echo 'a"], 'the line cannot be read: EOF found when expecting'],
  [['add', 'after_save', ' &'], 'the line contains no command'],
  [
    ['add', 'after_save', 'ls', '-la'],
    "unknown option '-la'. Arguments that begin with - go after --.",
  ],
  [['add', 'after_save'], "missing required argument 'command'"],
  [['ls', '-e', 'upload'], 'there is no event "upload"'],
  [['rm', 'after_save', '1'], 'there is no command 1 on that event; the last one is 0'],
  [['rm', 'after_copy', '0'], 'there is no command 0 on that event; there are none'],
  [['rm', 'after_save', '1', '0'], '1 comes after 0'],
  [['rm', 'after_save', 'x'], '"x" is not the number of a command; see cmds ls'],
])('%j is refused, and nothing changes', async (words, message) => {
  await run('add', 'after_save', 'kept');
  await expect(run(...words)).rejects.toThrow(message);
  expect(await linesOf('after_save')).toEqual(['kept']);
});
