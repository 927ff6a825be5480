import { expect, test } from 'vitest';
import { ALL_SETTINGS, variableOf } from '../config/setting-list.ts';
import { parseCommandLine } from './command-line.ts';

function flagsOf(...words: string[]) {
  const request = parseCommandLine(words);
  return 'flags' in request ? Object.fromEntries(request.flags) : request;
}

test('without words the server is started as it is configured', () => {
  expect(parseCommandLine([])).toEqual({ command: 'serve', flags: new Map() });
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
])('%j is understood', (words, flags) => {
  expect(flagsOf(...words)).toMatchObject(flags);
});

test('flags can stand on both sides of a command', () => {
  const words = ['-d', 'a.db', 'users', 'import', 'u.json', '--overwrite', '-c', 'c.toml'];
  expect(parseCommandLine(words)).toEqual({
    command: 'import-users',
    file: 'u.json',
    overwrite: true,
    flags: new Map([
      ['database', 'a.db'],
      ['config', 'c.toml'],
    ]),
  });
  expect(parseCommandLine(['config', 'import', 'c.yml', '-d', 'x'])).toEqual({
    command: 'import-config',
    file: 'c.yml',
    flags: new Map([['database', 'x']]),
  });
});

test.each([
  [
    ['--adress', 'x'],
    "unknown option '--adress' (Did you mean --address?); see filebrowser --help",
  ],
  [['--port'], "option '-p, --port <value>' argument missing; see filebrowser --help"],
  [['serv'], 'there is no command "serv"; see filebrowser --help'],
  [['users'], 'there is no command "users"; see filebrowser --help'],
  [['users', 'imprt'], 'there is no command "users imprt"; see filebrowser --help'],
  [['users', 'import'], "missing required argument 'file'; see filebrowser --help"],
])('%j is a mistake that is told', (words, message) => {
  expect(() => parseCommandLine(words)).toThrow(message);
});

test.each([['version'], ['--version'], ['-v']])('%s tells name, version and commit', (word) => {
  expect(parseCommandLine([word])).toEqual({
    command: 'print',
    text: expect.stringMatching(/^File Browser v\d+\.\d+\.\d+\S*\/([0-9a-f]{8}|\(untracked\))\n$/),
  });
});

test('the help names every flag and variable and fits 80 columns', () => {
  const request = parseCommandLine(['--port', '1', '--help']);
  const text = request.command === 'print' ? request.text : '';
  for (const setting of ALL_SETTINGS) expect(text).toContain(`--${setting.name}`);
  for (const setting of ALL_SETTINGS.filter(({ variable }) => variable !== false)) {
    expect(text).toContain(variableOf(setting));
  }
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
