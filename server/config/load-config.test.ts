import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from './load-config.ts';
import { readOuterSources } from './read-outer-sources.ts';
import type { SettingName } from './settings.ts';

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

test('uses the defaults and creates ./data with a welcome file when nothing is configured', async () => {
  const { config, warnings } = await load();

  expect(config).toMatchObject({
    listen: { kind: 'tcp', address: '127.0.0.1', port: 8080, morePorts: [], tls: undefined },
    baseUrl: '',
    database: { kind: 'sqlite', file: inFolder('filebrowser.db') },
    root: inFolder('data'),
    log: { kind: 'stdout' },
    sessions: { idleMs: 7_200_000, maxAgeMs: 2_592_000_000 },
    uploads: { expiryMs: 86_400_000 },
    shares: { recordExpiryMs: 7_776_000_000 },
    trust: { proxies: [], allowedOrigins: [], allowRemoteNoauth: false },
    files: { followExternalSymlinks: false, typeDetectionByHeader: true },
    previews: { cacheDir: undefined, resolution: true },
    features: { thumbnails: true, resizePreview: true, exec: false, shell: false },
    firstUser: { username: 'admin', passwordHash: undefined, noauth: false },
  });
  expect(warnings).toEqual([]);
  expect(await readFile(inFolder('data/Welcome.txt'), 'utf8')).toContain('Welcome');
});

test('writes no welcome file into an existing ./data', async () => {
  await mkdir(inFolder('data'));
  await load();
  await expect(readFile(inFolder('data/Welcome.txt'))).rejects.toThrow('ENOENT');
});

test('settings of the trash are fixed where a flag, a variable or a file sets them, but not by the database', async () => {
  await writeFile(inFolder('.filebrowser.json'), '{"trashLimit": 20}');
  const { config } = await load({
    flags: { trash: 'false' },
    variables: { FB_VERSION_LIMIT: '5' },
    stored: { versionRetention: '60d' },
  });
  expect(config.fixedSettings).toEqual(['trash', 'trashLimit', 'versionLimit']);
  expect(config.versions.retentionMs).toBe(60 * 86_400_000);
});

test('prefers a flag to a variable, a file, the database and the default', async () => {
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

test('treats an empty variable as unset', async () => {
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

test('accepts the spellings of variables in File Browser 2, after the new ones', async () => {
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
  const variables = { FB_MORE_PORTS: '8080, 80' };
  const { config } = await load({ flags: { config: 'settings.json' }, variables });
  const listen = { kind: 'tcp', address: '', port: 80, morePorts: [8080], tls: undefined };
  expect(config.listen).toEqual(listen);
  expect(config.root).toBe(folder);
});

test('warns about an unknown key, and starts', async () => {
  await writeFile(inFolder('.filebrowser.json'), '{"adress": "::1", "cacheDirs": "/c"}');
  const { warnings } = await load();
  expect(warnings[0]).toMatch(/^key adress of .* did you mean address\?$/);
  expect(warnings[1]).toMatch(/^key cacheDirs of .* did you mean cacheDir\?$/);
});

test('warns about an unknown variable with a suggestion, without its value', async () => {
  const variables = {
    FB_PROT: 'secret',
    FB_DISABLETHUMBNAILS: 'secret',
    FB_CONFIG: 'secret',
    FB_SOMETHING_ELSE: 'secret',
    FB_UNSET: '',
    FBI: 'secret',
    FB_BASEURL: '/known',
    FB_SOCKETPERM: '0600',
  };
  const { warnings } = await load({ variables });
  expect(warnings).toEqual([
    'variable FB_CONFIG is not known and has no effect; did you mean flag --config?',
    'variable FB_DISABLETHUMBNAILS is not known and has no effect; did you mean FB_DISABLE_THUMBNAILS?',
    'variable FB_PROT is not known and has no effect; did you mean FB_PORT?',
    'variable FB_SOMETHING_ELSE is not known and has no effect',
  ]);
});

test('warns about a missing configuration file, and uses no other', async () => {
  await writeFile(inFolder('.filebrowser.json'), '{"port": 9003}');
  await writeFile(inFolder('empty.json'), '\n');
  for (const config of ['missing.json', 'empty.json']) {
    const { warnings } = await load({ flags: { config } });
    expect(warnings).toEqual([
      `flag --config: ${inFolder(config)} does not exist or is empty; the server starts without it`,
    ]);
    expect(await portOf({ flags: { config } })).toBe(8080);
  }
});

test.each([
  ['.filebrowser.json', '{"Defaults": {"aceeditortheme": "monokai", "locale": "de"}}'],
  ['.filebrowser.toml', 'port = 1\n[defaults]\naceEditorTheme = "monokai"\nlocale = "de"'],
  ['.filebrowser.yaml', 'defaults.aceEditorTheme: monokai\ndefaults.locale: de'],
])(
  '%s says which colours the editor has for new users, and nothing else of them',
  async (name, text) => {
    await writeFile(inFolder(name), text);
    const { config, warnings } = await load();
    expect(config.firstUser.editorTheme).toBe('monokai');
    expect(warnings).toEqual([expect.stringMatching(/^key defaults\.locale of .* is not known/i)]);
  },
);

test('reads the settings of monitoring from all sources', async () => {
  expect((await load()).config.watching).toEqual({
    monitorToken: undefined,
    accessLog: false,
    audit: { recordExpiryMs: 7_776_000_000, downloads: false },
  });
  const said = { accessLog: true, audit: { recordExpiryMs: 604_800_000, downloads: true } };
  const values = { accessLog: 'true', auditRecordExpiry: '7d', auditDownloads: 'true' };
  expect((await load({ flags: values })).config.watching).toMatchObject(said);
  const variables = {
    FB_ACCESS_LOG: 'true',
    FB_AUDIT_RECORD_EXPIRY: '7d',
    FB_AUDIT_DOWNLOADS: 'true',
  };
  expect((await load({ variables })).config.watching).toMatchObject(said);
  const stored = { accessLog: true, auditRecordExpiry: '7d', auditDownloads: true };
  expect((await load({ stored })).config.watching).toMatchObject(said);
  const kebab = 'access-log: true\naudit-record-expiry: 7d\nAUDIT_DOWNLOADS: true';
  await writeFile(inFolder('.filebrowser.yaml'), kebab);
  expect((await load()).config.watching).toMatchObject(said);
  const off = { accessLog: 'false', auditDownloads: 'false' };
  expect((await load({ flags: off, stored })).config.watching).toMatchObject({
    accessLog: false,
    audit: { recordExpiryMs: 604_800_000, downloads: false },
  });
});

test('an inverted stored value keeps its meaning', async () => {
  const stored = {
    typeDetectionByHeader: false,
    enableExec: true,
    enableThumbnails: false,
    resizePreview: false,
    imageResolutionCalculation: false,
  };
  const { config } = await load({ stored });
  expect(config.files.typeDetectionByHeader).toBe(false);
  expect(config.features).toEqual({
    thumbnails: false,
    resizePreview: false,
    exec: true,
    shell: false,
  });
  expect(config.previews.resolution).toBe(false);
});

test('disables commands by default, and reads their settings from all sources', async () => {
  expect((await load()).config.features).toMatchObject({ exec: false, shell: false });
  expect((await load()).config.commands).toEqual({
    sandbox: 'require',
    network: false,
    searchPath: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
    timeLimitMs: 600_000,
    mostOutputBytes: 134_217_728,
    mostProcesses: 256,
    atOnce: 4,
    recordExpiryMs: 7_776_000_000,
  });

  const said = {
    sandbox: 'require',
    network: true,
    searchPath: ['/opt/bin', '/bin'],
    timeLimitMs: 90_000,
    mostOutputBytes: 65_536,
    mostProcesses: 1_000,
    atOnce: 2,
    recordExpiryMs: 604_800_000,
  };
  const flags = {
    disableExec: 'false',
    allowShell: 'true',
    commandSandbox: 'require',
    commandNetwork: 'true',
    commandPath: '/opt/bin:/bin',
    commandTimeLimit: '90s',
    commandOutputLimit: '64K',
    commandProcessLimit: '1000',
    commandsAtOnce: '2',
    commandRecordExpiry: '7d',
  };
  const byFlags = (await load({ flags })).config;
  expect(byFlags.features).toMatchObject({ exec: true, shell: true });
  expect(byFlags.commands).toEqual(said);

  const { disableExec: _, ...others } = flags;
  expect((await load({ stored: { enableExec: true, ...others } })).config).toMatchObject({
    features: { exec: true, shell: true },
    commands: said,
  });
  const variables = {
    FB_DISABLE_EXEC: 'false',
    FB_ALLOW_SHELL: 'true',
    FB_COMMAND_SANDBOX: 'require',
    FB_COMMAND_NETWORK: 'true',
    FB_COMMAND_PATH: '/opt/bin:/bin',
    FB_COMMAND_TIME_LIMIT: '90s',
    FB_COMMAND_OUTPUT_LIMIT: '64K',
    FB_COMMAND_PROCESS_LIMIT: '1000',
    FB_COMMANDS_AT_ONCE: '2',
    FB_COMMAND_RECORD_EXPIRY: '7d',
  };
  expect((await load({ variables })).config).toMatchObject({
    features: { exec: true, shell: true },
    commands: said,
  });
  await writeFile(
    inFolder('.filebrowser.yaml'),
    `disable-exec: false
allowShell: true
commandSandbox: require
commandNetwork: true
commandPath: [/opt/bin, /bin]
commandTimeLimit: 90s
commandOutputLimit: 65536
commandProcessLimit: 1000
commandsAtOnce: 2
commandRecordExpiry: 7d
`,
  );
  expect((await load()).config).toMatchObject({
    features: { exec: true, shell: true },
    commands: said,
  });
});

test('decodes at most one image per core unless configured', async () => {
  expect((await load()).config.previews.processors).toBe(Math.min(4, availableParallelism()));
  const flags = { imageProcessors: '9' };
  expect((await load({ flags })).config.previews.processors).toBe(9);
});

test('creates the folder for previews, readable only by its owner', async () => {
  const { config } = await load({ flags: { cacheDir: 'state/previews' } });
  expect(config.previews.cacheDir).toBe(inFolder('state/previews'));
  expect((await stat(inFolder('state/previews'))).mode & 0o777).toBe(0o700);
});

test('starts without a folder for previews that is inside the served one, also behind a symlink', async () => {
  await mkdir(inFolder('served'));
  await symlink('served', inFolder('linked'));
  for (const cacheDir of ['served/cache', 'linked/cache', 'served']) {
    const { config, warnings } = await load({ flags: { root: 'served', cacheDir } });
    expect(config.previews.cacheDir).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('is inside the served folder')]);
  }
});

test('warns that an address of Redis has no effect, without repeating it', async () => {
  const { warnings } = await load({ flags: { redisCacheUrl: 'redis://u:secret@host' } });
  expect(warnings).toEqual([
    'flag --redisCacheUrl has no effect: previews are kept in memory, or in --cacheDir',
  ]);
});

test('replaces an invalid stored session time by two hours, with a warning', async () => {
  const { config, warnings } = await load({ stored: { tokenExpirationTime: 'soon' } });
  expect(config.sessions.idleMs).toBe(7_200_000);
  expect(warnings[0]).toContain('tokenExpirationTime in the database has to be a time');
});

test.each([
  [{ flags: { port: 'x' } }, 'flag --port has to be a number from 0 to 65535, not "x"'],
  [{ variables: { FB_PORT: '70000' } }, 'variable FB_PORT has to be a number'],
  [{ flags: { morePorts: '80,0' } }, 'flag --morePorts has to be ports from 1 to 65535'],
  [{ stored: { port: 'x' } }, 'port in the database has to be a number'],
  [{ flags: { tokenExpirationTime: 'soon' } }, 'flag --tokenExpirationTime has to be a time'],
  [{ variables: { FB_UPLOAD_EXPIRY: '0' } }, 'variable FB_UPLOAD_EXPIRY has to be a time'],
  [{ flags: { baseURL: '/a/../b' } }, 'flag --baseURL has to be a path'],
  [{ flags: { baseURL: '/a?b' } }, 'flag --baseURL has to be a path'],
  [{ flags: { baseURL: 'https://host/a' } }, 'flag --baseURL has to be a path'],
  [{ flags: { trustedProxies: '10.0.0.0/33' } }, 'flag --trustedProxies has to be addresses'],
  [{ flags: { trustedProxies: '0.0.0.0/0' } }, 'with a prefix of at least 1, not "0.0.0.0/0"'],
  [{ variables: { FB_TRUSTED_PROXIES: '::/0' } }, 'with a prefix of at least 1, not "::/0"'],
  [{ flags: { allowedOrigins: 'https://a/b' } }, 'flag --allowedOrigins has to be origins'],
  [{ flags: { accessLog: 'yes' } }, 'flag --accessLog has to be true or false, not "yes"'],
  [{ variables: { FB_AUDIT_RECORD_EXPIRY: 'ever' } }, 'variable FB_AUDIT_RECORD_EXPIRY has to be'],
  [{ stored: { auditDownloads: 'all' } }, 'auditDownloads in the database has to be true or false'],
  [{ flags: { imageProcessors: '0' } }, 'flag --imageProcessors has to be a number from 1 to 256'],
  [{ flags: { socketPerm: '666' } }, 'in octal with a leading zero, such as 0660, not "666"'],
  [{ flags: { noauth: 'maybe' } }, 'flag --noauth has to be true or false'],
  [{ flags: { disableExec: 'no' } }, 'flag --disableExec has to be true or false'],
  [{ flags: { commandSandbox: 'on' } }, 'flag --commandSandbox has to be auto, require or off'],
  [{ variables: { FB_COMMAND_PATH: 'bin' } }, 'variable FB_COMMAND_PATH has to be absolute'],
  [{ flags: { commandPath: '/bin:' } }, 'flag --commandPath has to be absolute folders'],
  [{ flags: { commandOutputLimit: '0' } }, 'flag --commandOutputLimit has to be a size such as'],
  [{ flags: { commandProcessLimit: '0' } }, 'flag --commandProcessLimit has to be a number'],
  [{ flags: { cert: 'c.pem' } }, 'flag --cert needs --key as well'],
  [{ variables: { FB_KEY: 'k.pem' } }, 'variable FB_KEY needs --cert as well'],
  [
    { flags: { socket: 's' }, variables: { FB_PORT: '1' } },
    'flag --socket and variable FB_PORT exclude each other',
  ],
  [{ flags: { noauth: 'true', address: '0.0.0.0' } }, '--allowRemoteNoauth'],
  [{ flags: { address: '' }, authMethod: 'noauth' }, '--allowRemoteNoauth'],
  [{ flags: { root: 'missing' } }, 'flag --root: the folder'],
] satisfies [Said, string][])(
  '%j is refused, and the message says where',
  async (said, message) => {
    await expect(load(said)).rejects.toThrow(message);
  },
);

test('refuses a root that is a file', async () => {
  await writeFile(inFolder('file'), '');
  await expect(load({ flags: { root: 'file' } })).rejects.toThrow('is not a folder');
});

test('refuses a password that is not a hash without repeating it', async () => {
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
  'accepts noauth on the loopback address %s',
  async (address) => {
    const { config } = await load({ flags: { noauth: 'true', address } });
    expect(config.firstUser.noauth).toBe(true);
  },
);

test('starts with noauth on all addresses only if that is allowed explicitly', async () => {
  const flags = { noauth: 'true', address: '0.0.0.0', allowRemoteNoauth: 'true' };
  expect((await load({ flags })).config.trust.allowRemoteNoauth).toBe(true);
});

test.each([
  ['bad.json', '{\n  "port": 1,\n}', 'bad.json, line 3: '],
  ['bad.toml', 'port = 1\nroot = \n', 'bad.toml, line 2: '],
  ['bad.yaml', 'port: 1\nroot: "x\n', 'bad.yaml, line '],
  ['bad.ini', 'port=1', 'has to end in .json, .toml, .yaml or .yml'],
  ['bad.yaml', '- port', 'has to contain names and values'],
])('a mistake in %s is told with its line', async (name, text, message) => {
  await writeFile(inFolder(name), text);
  await expect(load({ flags: { config: name } })).rejects.toThrow(message);
});

test('reads the database from a file, and accepts a postgres address', async () => {
  const variables = { FB_DATABASE: 'postgres://u:p@host/db' };
  expect((await outer({ variables })).database).toEqual({
    kind: 'postgres',
    url: 'postgres://u:p@host/db',
  });
  await writeFile(inFolder('.filebrowser.yaml'), 'database: state/x.db');
  expect((await outer({})).database).toEqual({ kind: 'sqlite', file: inFolder('state/x.db') });
});

test('protects the own files of the server, also if they are symlinks', async () => {
  await mkdir(inFolder('real'));
  await writeFile(inFolder('real/fb.db'), '');
  await symlink('real/fb.db', inFolder('link.db'));
  await symlink('real', inFolder('linked'));
  const flags = { root: '.', database: 'link.db', log: 'linked/fb.log' };
  const { config } = await load({ flags });

  // An uploaded configuration file would be used by the next start.
  const ownEndings = ['json', 'toml', 'yaml', 'yml'];
  const isConfig = (path: string) => path.includes('.filebrowser.');
  expect(config.protectedPaths).toEqual(
    expect.arrayContaining(ownEndings.map((ending) => inFolder(`.filebrowser.${ending}`))),
  );
  const companionsOf = (file: string) =>
    ['', '-wal', '-shm', '-journal', '.lease'].map((ending) => inFolder(file + ending));
  expect(config.protectedPaths.filter((path) => !isConfig(path)).toSorted()).toEqual(
    [
      inFolder('link.db'),
      ...companionsOf('real/fb.db'),
      // A database that is created here now would be used by the next start.
      ...companionsOf('link.sqlite'),
      inFolder('link.takeover.json'),
      inFolder('link.takeover.json.part'),
      inFolder('real/fb.log'),
    ].toSorted(),
  );
});

test('protects the database that a start would use without the one that is named', async () => {
  const { config } = await load({ flags: { root: '.', database: 'fb.sqlite' } });
  expect(config.protectedPaths).toContain(inFolder('fb.sqlite.sqlite'));
});

test('warns about login by a proxy without trusted proxies', async () => {
  const { warnings } = await load({ authMethod: 'proxy' });
  expect(warnings).toEqual([expect.stringContaining('users cannot log in until --trustedProxies')]);
  const named = await load({ authMethod: 'proxy', flags: { trustedProxies: '127.0.0.1' } });
  expect(named.warnings).toEqual([]);
});

test('gives commands of the operator a minimal environment without our variables', async () => {
  const variables = { PATH: '/bin', TZ: 'UTC', FB_PASSWORD: '', DATABASE_URL: 'secret' };
  const { config } = await load({ variables });
  expect(config.programs.environment).toEqual({ PATH: '/bin', TZ: 'UTC' });
});
