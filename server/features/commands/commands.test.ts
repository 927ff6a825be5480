import { chmod, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS, startTestApp } from '../../testing/app.ts';
import { SHELL_ON, runInShell, type ShellOptions } from '../../testing/shell.ts';

const FILES = { '/docs/b.txt': 'b', '/docs/c.txt': 'c', '/a.txt': 'a' };
const NOT_ALLOWED = { messages: ['Command not allowed.'], code: 1000, reason: 'not-allowed' };
const NOT_FOUND = { messages: [], code: 1000, reason: 'not-found' };

test('sends the output of a program line by line, and then its result', async () => {
  await using app = await startTestApp({ config: SHELL_ON, files: FILES });
  const anna = await app.logIn({ commands: ['ls', 'pwd', 'sh', 'echo', 'printf'] });
  const run = (line: string, path = '/') => runInShell(app, anna, line, { path });

  const ended = { code: 1000, reason: 'exit 0' };
  expect(await run('ls', '/docs')).toEqual({ messages: ['b.txt', 'c.txt'], ...ended });
  expect(await run('pwd', '/docs/')).toEqual({ messages: [`${app.root}/docs`], ...ended });
  expect(await run('  pwd  ', '')).toEqual({ messages: [app.root], ...ended });
  expect(await run(String.raw`printf 'a\n\nb'`)).toEqual({ messages: ['a', '', 'b'], ...ended });
  expect(await run("sh -c 'echo out; sleep 0.1; echo err >&2; exit 3'")).toEqual({
    messages: ['out', 'err'],
    code: 1000,
    reason: 'exit 3',
  });
  expect(await run("sh -c 'kill -9 $$'")).toMatchObject({ code: 1000, reason: 'signal' });
});

test('nothing in a line is expanded, and no shell reads it', async () => {
  await using app = await startTestApp({ config: SHELL_ON, files: FILES });
  const anna = await app.logIn({ commands: ['echo'] });
  const line = 'echo "a  b" $HOME ${PATH} *.txt `ls` $(ls) ; ls | ls > out && rm a.txt ~';
  const { messages } = await runInShell(app, anna, line);
  expect(messages).toEqual(['a  b $HOME ${PATH} *.txt `ls` $(ls) ; ls | ls > out && rm a.txt ~']);
  expect(await app.filesOnDisk()).toEqual(FILES);
});

test('gives a program a minimal environment', async () => {
  await using app = await startTestApp({
    config: {
      ...SHELL_ON,
      programs: { environment: { PATH: '/somewhere', LANG: 'C.UTF-8', TZ: 'UTC', SECRET: 's' } },
    },
    files: FILES,
  });
  const anna = await app.logIn({ username: 'anna', scope: '/docs', commands: ['env'] });
  const { messages } = await runInShell(app, anna, 'env');
  expect(messages.toSorted()).toEqual([
    `HOME=${app.root}/docs`,
    'LANG=C.UTF-8',
    'PATH=/usr/bin:/bin',
    'TERM=dumb',
    'TZ=UTC',
    'USER=anna',
    'USERNAME=anna',
  ]);
});

test('without the switch, the permission or the very word in the list, nothing runs', async () => {
  await using app = await startTestApp({ config: SHELL_ON, files: FILES });
  const anna = await app.logIn({ username: 'anna', commands: ['ls', '/bin/echo', 'none', './x'] });
  const { perm } = await app.addUser({ username: 'model' });
  const bert = await app.logIn({
    username: 'bert',
    commands: ['ls'],
    perm: { ...perm, execute: false },
  });
  const run = (line: string) => runInShell(app, anna, line);

  expect(await runInShell(app, bert, 'ls')).toEqual(NOT_ALLOWED);
  // Without the permission, not even syntax errors are reported.
  expect(await runInShell(app, bert, "ls 'x")).toEqual(NOT_ALLOWED);
  for (const line of ['cat a.txt', '/bin/ls', 'LS', 'echo x', '../bin/ls', '"ls "', "''"]) {
    expect([line, await run(line)]).toEqual([line, NOT_ALLOWED]);
  }
  expect(await run('/bin/echo x')).toMatchObject({ messages: ['x'] });
  expect(await run(String.raw`'l's`)).toMatchObject({ reason: 'exit 0' });
  for (const line of ['none', './x']) expect([line, await run(line)]).toEqual([line, NOT_FOUND]);

  await using silent = await startTestApp({ files: FILES });
  const carl = await silent.logIn({ commands: ['ls'] });
  expect(await runInShell(silent, carl, 'ls')).toEqual(NOT_ALLOWED);
});

test('reports why a line cannot be parsed', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn({ commands: ['echo'] });
  const problemOf = async (line: string) => {
    const { messages, reason } = await runInShell(app, anna, line);
    return [reason, ...messages];
  };
  const parsing = (problem: string) => ['unreadable', `error parsing command: ${problem}`];
  expect(await problemOf("echo 'x")).toEqual(parsing('EOF found when expecting closing quote.'));
  expect(await problemOf('echo \\')).toEqual(parsing('EOF found after escape character.'));
  expect(await problemOf('echo é')).toEqual(parsing('Unknown rune: 233'));
  expect(await problemOf('echo a\0b')).toEqual(parsing('Unknown rune: 0'));
  expect(await problemOf('# echo')).toEqual(['unreadable', "'# echo' contains no command"]);
  expect(await runInShell(app, anna, "echo 'é 😀'")).toMatchObject({ messages: ['é 😀'] });
});

test('authorizes the folder, and the target of a symlink', async () => {
  await using app = await startTestApp({
    config: SHELL_ON,
    files: {
      '/home/docs/b.txt': 'b',
      '/home/secret/s.txt': 's',
      '/home/.hidden/h.txt': 'h',
      '/other/o.txt': 'o',
    },
  });
  const anna = await app.logIn({
    scope: '/home',
    commands: ['ls'],
    hideDotfiles: true,
    rules: [{ regex: false, allow: false, path: '/secret', regexp: { raw: '' } }],
  });
  await symlink('docs', `${app.root}/home/link`);
  await symlink('secret', `${app.root}/home/to-secret`);
  await symlink('../other', `${app.root}/home/to-other`);
  await symlink('/etc', `${app.root}/home/to-etc`);
  await symlink('nowhere', `${app.root}/home/to-nowhere`);
  const inFolder = (path: string) => runInShell(app, anna, 'ls', { path });

  expect(await inFolder('/link')).toMatchObject({ messages: ['b.txt'] });
  for (const path of ['/secret', '/.hidden', '/to-secret', '/to-other', '/to-etc', '/to-etc/ssl']) {
    expect([path, await inFolder(path)]).toEqual([path, NOT_ALLOWED]);
  }
  for (const path of ['/none', '/docs/b.txt', '/docs/b.txt/x', '/to-nowhere', '/other']) {
    expect([path, await inFolder(path)]).toEqual([path, NOT_FOUND]);
  }
});

test('reports a program that cannot be started like a missing one', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  await writeFile(`${app.root}/script`, '#!/no/such/interpreter\n');
  await chmod(`${app.root}/script`, 0o755);
  await writeFile(`${app.root}/plain`, 'text');
  const commands = ['script', 'plain'].map((name) => `${app.root}/${name}`);
  const anna = await app.logIn({ commands });
  for (const line of commands) expect(await runInShell(app, anna, line)).toEqual(NOT_FOUND);
});

test('a line is given to a shell only where that was allowed, whole, and its first word counts still', async () => {
  const shell = ['sh', '-c'];
  const features = { ...SHELL_ON.features, shell: true };
  const commands = ['echo'];
  const line = 'echo "a  b" | tr a-z A-Z; echo $((1 + 1)) "$HOME"';

  await using app = await startTestApp({ config: { features }, settings: { shell } });
  const anna = await app.logIn({ commands });
  expect((await runInShell(app, anna, line)).messages).toEqual(['A  B', `2 ${app.root}`]);
  expect(await runInShell(app, anna, 'ls; echo')).toEqual(NOT_ALLOWED);

  await using without = await startTestApp({ config: SHELL_ON, settings: { shell } });
  const bert = await without.logIn({ commands });
  expect((await runInShell(without, bert, line)).messages).toEqual([
    'a  b | tr a-z A-Z; echo $((1 + 1)) $HOME',
  ]);
});

test('each run stands in the record, and each that was refused', async () => {
  await using app = await startTestApp({ config: SHELL_ON, files: { '/home/docs/b.txt': 'b' } });
  const anna = await app.logIn({ username: 'anna', scope: '/home', commands: ['ls', 'seq'] });
  const run = (line: string, options?: ShellOptions) => runInShell(app, anna, line, options);
  await run('ls', { path: '/docs' });
  await run('ls none');
  await run('rm -rf /', { path: '/docs' });
  await run('seq 3000');

  const rows = await app.db.read.selectFrom('commandRun').selectAll().orderBy('id').execute();
  const common = { kind: 'panel', username: 'anna', trigger: null };
  expect(rows).toMatchObject([
    { ...common, line: 'ls', path: '/home/docs', outcome: 'exit', exitCode: 0, output: 'b.txt\n' },
    { ...common, line: 'ls none', path: '/home', outcome: 'exit', exitCode: 2 },
    { ...common, line: 'rm -rf /', path: '/home/docs', outcome: 'not-allowed', exitCode: null },
    { ...common, line: 'seq 3000', outcome: 'exit', isCut: 1 },
  ]);
  expect(rows[3]?.output).toHaveLength(4_096);
  expect(rows[3]?.output.startsWith('1\n2\n3\n')).toBe(true);
});

test('runs commands only in the sandbox if it is required', async () => {
  await using app = await startTestApp({
    config: { ...SHELL_ON, commands: { ...COMMANDS, sandbox: 'require' } },
    files: { '/home/docs/b.txt': 'b', '/other/o.txt': 'o' },
  });
  const anna = await app.logIn({ scope: '/home', commands: ['ls', 'pwd'] });
  const own = await runInShell(app, anna, 'ls', { path: '/docs' });
  if (own.reason === 'exit 126') return expect(own.messages[0]).toMatch(/bubblewrap/);
  expect(own).toEqual({ messages: ['b.txt'], code: 1000, reason: 'exit 0' });
  const where = await runInShell(app, anna, 'pwd', { path: '/docs' });
  expect(where.messages).toEqual([`${app.root}/home/docs`]);
  const others = await runInShell(app, anna, `ls ${app.root}/other`);
  expect(others).toMatchObject({ reason: 'exit 2' });
});
