import { expect, test } from 'vitest';
import { ALL_SETTINGS, variableOf } from '../config/setting-list.ts';
import { parseCommandLine } from './command-line.ts';

async function flagsOf(...words: string[]) {
  const request = await parseCommandLine(words);
  return 'flags' in request ? Object.fromEntries(request.flags) : request;
}

async function printed(...words: string[]) {
  const request = await parseCommandLine(words);
  return request.command === 'print' ? request.text : '';
}

test('without words the server is started as it is configured', async () => {
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
])('%j is understood', async (words, flags) => {
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
    "unknown option '--adress' (Did you mean --address?); see filebrowser --help",
  ],
  [['--port'], "option '-p, --port <value>' argument missing; see filebrowser --help"],
  [['start'], 'there is no command "start"; see filebrowser --help'],
  [['user'], 'there is no command "user" (Did you mean users?); see filebrowser --help'],
  [
    ['users', 'imprt'],
    'there is no command "users imprt" (Did you mean users import?); see filebrowser users --help',
  ],
  [['users', 'import'], "missing required argument 'file'; see filebrowser users import --help"],
  [['version', '--port', '1'], "unknown option '--port'; see filebrowser version --help"],
])('%j is a mistake that is told', async (words, message) => {
  await expect(parseCommandLine(words)).rejects.toThrow(message);
});

test.each([['version'], ['--version'], ['-v']])(
  '%s tells name, version and commit',
  async (word) => {
    const request = await parseCommandLine([word]);
    const lines: string[] = [];
    if (request.command === 'run') {
      const surroundings = {
        variables: {},
        workingFolder: '/',
        home: undefined,
        startedByNpm: false,
      };
      const { typed, run } = request;
      const print = (line: string) => void lines.push(line);
      await run({ ...typed, surroundings, stdin: process.stdin, print, tell: print });
    }
    expect(lines).toEqual([
      expect.stringMatching(/^File Browser v\d+\.\d+\.\d+\S*\/([0-9a-f]{8}|\(untracked\))$/),
    ]);
  },
);

test('the help names every flag and variable and fits 80 columns', async () => {
  const text = await printed('--port', '1', '--help');
  for (const setting of ALL_SETTINGS) expect(text).toContain(`--${setting.name}`);
  for (const setting of ALL_SETTINGS.filter(({ variable }) => variable !== false)) {
    expect(text).toContain(variableOf(setting));
  }
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
