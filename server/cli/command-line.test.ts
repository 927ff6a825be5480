import { expect, test } from 'vitest';
import { ALL_SETTINGS, variableOf } from '../config/settings.ts';
import { runCli } from '../testing/cli.ts';
import { parseCommandLine } from './command-line.ts';

async function flagsOf(...words: string[]) {
  const request = await parseCommandLine(words);
  return 'flags' in request ? Object.fromEntries(request.flags) : request;
}

async function printed(...words: string[]) {
  const request = await parseCommandLine(words);
  return request.command === 'print' ? request.text : '';
}

test('without arguments the server starts', async () => {
  expect(await parseCommandLine([])).toEqual({ command: 'serve', flags: new Map() });
});

test.each([
  [['-p', '9000', '-r', '/srv', '-a', '', '-b', '/x'], { port: '9000', root: '/srv' }],
  [['--port=9000', '--root', '/srv'], { port: '9000', root: '/srv' }],
  [['--baseurl', '/a'], { baseURL: '/a' }],
  [['--base-url=/a=b'], { baseURL: '/a=b' }],
  [['--token-expiration-time', '1h'], { tokenExpirationTime: '1h' }],
  [['--follow-external-symlinks'], { followExternalSymlinks: 'true' }],
  [['--noauth', '--socket-perm', '0600'], { noauth: 'true', socketPerm: '0600' }],
  [['--noauth=false', '-l', ''], { noauth: 'false', log: '' }],
  [['--noauth', '--NO-AUTH=f', '-p=80'], { noauth: 'f', port: '80' }],
  [['--img-processors', '2'], { imageProcessors: '2' }],
])('%j is accepted', async (words, flags) => {
  expect(await flagsOf(...words)).toMatchObject(flags);
});

test('flags can stand on both sides of a command', async () => {
  const words = ['-d', 'a.db', 'users', 'import', 'u.json', '--overwrite', '-c', 'c.toml'];
  expect(await parseCommandLine(words)).toMatchObject({
    command: 'run',
    typed: {
      arguments: ['u.json'],
      options: new Map([['overwrite', 'true']]),
      flags: new Map([
        ['database', 'a.db'],
        ['config', 'c.toml'],
      ]),
    },
  });
  expect(await parseCommandLine(['config', '-d', 'x', 'import', 'c.yml'])).toMatchObject({
    typed: { arguments: ['c.yml'], flags: new Map([['database', 'x']]) },
  });
});

test.each([
  [
    ['--adress', 'x'],
    "unknown option '--adress' (Did you mean --address?). See filebrowser --help.",
  ],
  [['--port'], "option '-p, --port <number>' argument missing. See filebrowser --help."],
  [['start'], "unknown command 'start'. See filebrowser --help."],
  [['user'], "unknown command 'user' (Did you mean users?). See filebrowser --help."],
  [
    ['users', 'imprt'],
    "unknown command 'imprt' (Did you mean import?). See filebrowser users --help.",
  ],
  [['users', 'import'], "missing required argument 'file'. See filebrowser users import --help."],
  [['version', '--port', '1'], "unknown option '--port'. See filebrowser version --help."],
  [['--port', '1', 'version'], "unknown option '--port'. See filebrowser version --help."],
  [
    ['cmds', 'add', 'after_upload', 'ls', '-l'],
    "unknown option '-l'. Arguments that begin with - go after --. See filebrowser cmds add --help.",
  ],
])('%j is refused with an explanation', async (words, message) => {
  await expect(parseCommandLine(words)).rejects.toThrow(message);
});

test.each([['--version'], ['-v']])('%s prints name, version and commit', async (word) => {
  const { printed: line } = await runCli(['version'], { folder: '/' });
  expect(line).toMatch(/^File Browser v\d+\.\d+\.\d+\S*\/([0-9a-f]{8}|\(untracked\))\n$/);
  expect(await printed(word)).toBe(line);
});

test('the help names every flag and variable and fits 80 columns', async () => {
  const text = await printed('--port', '1', '--help');
  for (const setting of ALL_SETTINGS) expect(text).toContain(`--${setting.name}`);
  for (const setting of ALL_SETTINGS.filter(({ variable }) => variable !== false)) {
    expect(text).toContain(variableOf(setting));
  }
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
