import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseOf, loadConfig, readOuterSources } from './load-config.ts';
import type { SettingName } from './setting-list.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-config-')));
});
afterEach(() => rm(folder, { recursive: true }));

interface Said {
  flags?: Partial<Record<SettingName, string>>;
  variables?: Record<string, string>;
  stored?: Record<string, unknown>;
  authMethod?: string;
}

async function outer({ flags = {}, variables = {} }: Said) {
  const entries = Object.entries(flags) as [SettingName, string][]; // keys as in the type above
  const home = join(folder, 'home');
  const surroundings = { variables, workingFolder: folder, home, startedByNpm: false };
  return readOuterSources(new Map(entries), surroundings);
}

async function load(said: Said = {}) {
  const stored = { server: said.stored ?? {}, authMethod: said.authMethod };
  return loadConfig(await outer(said), stored);
}

async function portOf(said: Said) {
  const { listen } = (await load(said)).config;
  return listen.kind === 'tcp' ? listen.port : undefined;
}

const inFolder = (name: string) => join(folder, name);

test('when nothing is said, the defaults hold and ./data is made with a word of welcome', async () => {
  const { config, warnings } = await load();

  expect(config).toMatchObject({
    listen: { kind: 'tcp', address: '127.0.0.1', port: 8080, tls: undefined },
    baseUrl: '',
    database: { kind: 'sqlite', file: inFolder('filebrowser.db') },
    root: inFolder('data'),
    log: { kind: 'stdout' },
    sessions: { idleMs: 7_200_000, maxAgeMs: 2_592_000_000 },
    uploads: { expiryMs: 86_400_000 },
    trust: { proxies: [], allowedOrigins: [], allowRemoteNoauth: false },
    files: { followExternalSymlinks: false, typeDetectionByHeader: true },
    features: { thumbnails: true, resizePreview: true, exec: false },
    firstUser: { username: 'admin', passwordHash: undefined, noauth: false },
  });
  expect(warnings).toEqual([]);
  expect(await readFile(inFolder('data/Welcome.txt'), 'utf8')).toContain('Welcome');
});

test('no welcome is written into a ./data that was there before', async () => {
  await mkdir(inFolder('data'));
  await load();
  await expect(readFile(inFolder('data/Welcome.txt'))).rejects.toThrow('ENOENT');
});

test('a flag counts before a variable, a file, the database and the default', async () => {
  await writeFile(inFolder('.filebrowser.json'), '{"port": 9003}');
  const stored = { port: '9004' };
  const variables = { FB_PORT: '9002' };

  expect(await portOf({ flags: { port: '9001' }, variables, stored })).toBe(9001);
  expect(await portOf({ variables, stored })).toBe(9002);
  expect(await portOf({ stored })).toBe(9003);
  await rm(inFolder('.filebrowser.json'));
  expect(await portOf({ stored })).toBe(9004);
  expect(await portOf({})).toBe(8080);
});

test('an empty variable counts as unset', async () => {
  expect(await portOf({ variables: { FB_PORT: '' }, stored: { port: '9004' } })).toBe(9004);
});

test.each([
  ['.filebrowser.json', '{"BASEURL": "/x", "trustedproxies": ["10.0.0.0/8", "::1"]}'],
  ['.filebrowser.toml', 'baseURL = "/x"\ntrustedProxies = "10.0.0.0/8, ::1"'],
  ['.filebrowser.yaml', 'base-url: x/\ntrusted_proxies:\n  - 10.0.0.0/8\n  - ::1'],
  ['home/.filebrowser.yml', 'baseurl: /x/\ntrustedProxies: 10.0.0.0/8,::1'],
])('%s is found and understood', async (name, text) => {
  await mkdir(inFolder('home'));
  await writeFile(inFolder(name), text);
  const { config } = await load();
  expect(config.baseUrl).toBe('/x');
  expect(config.trust.proxies).toEqual(['10.0.0.0/8', '::1']);
});

test("the predecessor's spellings of variables work, and the new ones come first", async () => {
  const variables = { FB_BASEURL: '/old', FB_SOCKETPERM: '0600', FB_SOCKET: 'fb.sock' };
  expect((await load({ variables })).config).toMatchObject({
    baseUrl: '/old',
    listen: { kind: 'socket', path: inFolder('fb.sock'), mode: 0o600 },
  });
  const both = { ...variables, FB_BASE_URL: '/new', FB_TOKEN_EXPIRATION_TIME: '1.5h' };
  expect((await load({ variables: both })).config).toMatchObject({
    baseUrl: '/new',
    sessions: { idleMs: 5_400_000 },
  });
});

test("the official container's file serves /srv-like roots on all addresses", async () => {
  const file = { port: 80, baseURL: '', address: '', log: 'stdout', database: 'x.db', root: '.' };
  await writeFile(inFolder('settings.json'), JSON.stringify(file));
  const { config } = await load({ flags: { config: 'settings.json' } });
  expect(config.listen).toEqual({ kind: 'tcp', address: '', port: 80, tls: undefined });
  expect(config.root).toBe(folder);
});

test('a key that is not known is told, and the server starts', async () => {
  await writeFile(inFolder('.filebrowser.json'), '{"adress": "::1", "cacheDir": "/c"}');
  const { warnings } = await load();
  expect(warnings[0]).toMatch(/^key adress of .* did you mean address\?$/);
  expect(warnings[1]).toMatch(/^key cacheDir of .* has no effect$/);
});

test('an inverted stored value keeps its meaning', async () => {
  const { config } = await load({ stored: { typeDetectionByHeader: false, enableExec: true } });
  expect(config.files.typeDetectionByHeader).toBe(false);
  expect(config.features.exec).toBe(true);
});

test('a stored session time that is none means two hours and a warning', async () => {
  const { config, warnings } = await load({ stored: { tokenExpirationTime: 'soon' } });
  expect(config.sessions.idleMs).toBe(7_200_000);
  expect(warnings[0]).toContain('tokenExpirationTime in the database has to be a time');
});

test.each([
  [{ flags: { port: 'x' } }, 'flag --port has to be a number from 0 to 65535, not "x"'],
  [{ variables: { FB_PORT: '70000' } }, 'variable FB_PORT has to be a number'],
  [{ stored: { port: 'x' } }, 'port in the database has to be a number'],
  [{ flags: { tokenExpirationTime: 'soon' } }, 'flag --tokenExpirationTime has to be a time'],
  [{ variables: { FB_UPLOAD_EXPIRY: '0' } }, 'variable FB_UPLOAD_EXPIRY has to be a time'],
  [{ flags: { baseURL: '/a/../b' } }, 'flag --baseURL has to be a path'],
  [{ flags: { baseURL: '/a?b' } }, 'flag --baseURL has to be a path'],
  [{ flags: { baseURL: 'https://host/a' } }, 'flag --baseURL has to be a path'],
  [{ flags: { trustedProxies: '10.0.0.0/33' } }, 'flag --trustedProxies has to be addresses'],
  [{ flags: { allowedOrigins: 'https://a/b' } }, 'flag --allowedOrigins has to be origins'],
  [{ flags: { socketPerm: '666' } }, 'in octal with a leading zero, such as 0660, not "666"'],
  [{ flags: { noauth: 'maybe' } }, 'flag --noauth has to be true or false'],
  [{ flags: { cert: 'c.pem' } }, 'flag --cert needs --key as well'],
  [{ variables: { FB_KEY: 'k.pem' } }, 'variable FB_KEY needs --cert as well'],
  [
    { flags: { socket: 's' }, variables: { FB_PORT: '1' } },
    'flag --socket and variable FB_PORT exclude each other',
  ],
  [{ flags: { noauth: 'true', address: '0.0.0.0' } }, '--allowRemoteNoauth'],
  [{ flags: { address: '' }, authMethod: 'noauth' }, '--allowRemoteNoauth'],
  [{ flags: { root: 'missing' } }, 'flag --root: there is no folder'],
  [{ flags: { config: 'missing.json' } }, 'flag --config: there is no file'],
] satisfies [Said, string][])(
  '%j is refused, and the message says where',
  async (said, message) => {
    await expect(load(said)).rejects.toThrow(message);
  },
);

test('a root that is a file is refused', async () => {
  await writeFile(inFolder('file'), '');
  await expect(load({ flags: { root: 'file' } })).rejects.toThrow('is not a folder');
});

test('a password that is no hash is refused without being repeated', async () => {
  const refused = load({ flags: { password: 'hunter2' } });
  await expect(refused).rejects.toThrow('flag --password has to be a bcrypt or argon2 hash');
  await expect(refused).rejects.not.toThrow('hunter2');
});

test.each([
  '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO',
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG',
])('%s is a hash', async (password) => {
  expect((await load({ flags: { password } })).config.firstUser.passwordHash).toBe(password);
});

test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])(
  'nobody but this machine reaches %s, so noauth may listen there',
  async (address) => {
    const { config } = await load({ flags: { noauth: 'true', address } });
    expect(config.firstUser.noauth).toBe(true);
  },
);

test('noauth on all addresses starts once it is allowed by name', async () => {
  const flags = { noauth: 'true', address: '0.0.0.0', allowRemoteNoauth: 'true' };
  expect((await load({ flags })).config.trust.allowRemoteNoauth).toBe(true);
});

test.each([
  ['bad.json', '{\n  "port": 1,\n}', 'bad.json, line 3: '],
  ['bad.toml', 'port = 1\nroot = \n', 'bad.toml, line 2: '],
  ['bad.yaml', 'port: 1\nroot: "x\n', 'bad.yaml, line '],
  ['bad.ini', 'port=1', 'has to end in .json, .toml, .yaml or .yml'],
  ['bad.yaml', '- port', 'has to hold a list of names and values'],
])('a mistake in %s is told with its line', async (name, text, message) => {
  await writeFile(inFolder(name), text);
  await expect(load({ flags: { config: name } })).rejects.toThrow(message);
});

test('the database can be named in a file, and be a postgres address', async () => {
  const variables = { FB_DATABASE: 'postgres://u:p@host/db' };
  expect(databaseOf(await outer({ variables }))).toEqual({
    kind: 'postgres',
    url: 'postgres://u:p@host/db',
  });
  await writeFile(inFolder('.filebrowser.yaml'), 'database: state/x.db');
  expect(databaseOf(await outer({}))).toEqual({ kind: 'sqlite', file: inFolder('state/x.db') });
});

test('our own files are protected, also where they are links', async () => {
  await mkdir(inFolder('real'));
  await writeFile(inFolder('real/fb.db'), '');
  await symlink('real/fb.db', inFolder('link.db'));
  await symlink('real', inFolder('linked'));
  const flags = { root: '.', database: 'link.db', log: 'linked/fb.log' };
  const { config } = await load({ flags });

  expect(config.protectedPaths.toSorted()).toEqual([
    inFolder('link.db'),
    inFolder('real/fb.db'),
    inFolder('real/fb.db-journal'),
    inFolder('real/fb.db-shm'),
    inFolder('real/fb.db-wal'),
    inFolder('real/fb.log'),
  ]);
});
