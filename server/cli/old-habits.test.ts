import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { readOuterSources } from '../config/read-outer-sources.ts';
import { temporaryFolder } from '../testing/engines.ts';
import { runCli } from '../testing/cli.ts';
import { parseCommandLine } from './command-line.ts';

const HASH = '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO';

/** A setting with its names in the last version of File Browser 2 and in older ones (compatibility.md 9.1). */
interface Habit {
  readonly flags: readonly string[];
  readonly variables?: readonly string[];
  readonly value: string;
  /** Further flags that it requires. */
  readonly with?: readonly string[];
  readonly seen: (config: Config) => unknown;
  /** Expected value. Paths are relative to the working folder. */
  readonly means: unknown;
}

const tcp = ({ listen }: Config) => (listen.kind === 'tcp' ? listen : undefined);
const socket = ({ listen }: Config) => (listen.kind === 'socket' ? listen : undefined);

const HABITS: Readonly<Record<string, Habit>> = {
  database: {
    flags: ['--database', '-d'],
    variables: ['FB_DATABASE'],
    value: 'x.db',
    seen: ({ database }) => database,
    means: { kind: 'sqlite', file: './x.db' },
  },
  address: {
    flags: ['--address', '-a'],
    variables: ['FB_ADDRESS'],
    value: '0.0.0.0',
    seen: (config) => tcp(config)?.address,
    means: '0.0.0.0',
  },
  port: {
    flags: ['--port', '-p'],
    variables: ['FB_PORT'],
    value: '80',
    seen: (config) => tcp(config)?.port,
    means: 80,
  },
  log: {
    flags: ['--log', '-l'],
    variables: ['FB_LOG'],
    value: 'x.log',
    seen: ({ log }) => log,
    means: { kind: 'file', path: './x.log' },
  },
  cert: {
    flags: ['--cert', '-t'],
    variables: ['FB_CERT'],
    value: 'c.pem',
    with: ['--key', 'k.pem'],
    seen: (config) => tcp(config)?.tls,
    means: { cert: './c.pem', key: './k.pem' },
  },
  key: {
    flags: ['--key', '-k'],
    variables: ['FB_KEY'],
    value: 'k.pem',
    with: ['--cert', 'c.pem'],
    seen: (config) => tcp(config)?.tls,
    means: { cert: './c.pem', key: './k.pem' },
  },
  root: {
    flags: ['--root', '-r'],
    variables: ['FB_ROOT'],
    value: 'srv',
    seen: ({ root }) => root,
    means: './srv',
  },
  socket: {
    flags: ['--socket'],
    variables: ['FB_SOCKET'],
    value: 'fb.sock',
    seen: (config) => socket(config)?.path,
    means: './fb.sock',
  },
  socketPerm: {
    flags: ['--socketPerm', '--socket-perm'],
    variables: ['FB_SOCKET_PERM', 'FB_SOCKETPERM'],
    value: '0660',
    with: ['--socket', 'fb.sock'],
    seen: (config) => socket(config)?.mode,
    means: 0o660,
  },
  baseURL: {
    flags: ['--baseURL', '-b', '--baseurl', '--base-url'],
    variables: ['FB_BASE_URL', 'FB_BASEURL'],
    value: '/files/',
    seen: ({ baseUrl }) => baseUrl,
    means: '/files',
  },
  tokenExpirationTime: {
    flags: ['--tokenExpirationTime', '--token-expiration-time'],
    variables: ['FB_TOKEN_EXPIRATION_TIME'],
    value: '1h30m',
    seen: ({ sessions }) => sessions.idleMs,
    means: 5_400_000,
  },
  disableThumbnails: {
    flags: ['--disableThumbnails', '--disable-thumbnails'],
    variables: ['FB_DISABLE_THUMBNAILS'],
    value: 'true',
    seen: ({ features }) => features.thumbnails,
    means: false,
  },
  disablePreviewResize: {
    flags: ['--disablePreviewResize', '--disable-preview-resize'],
    variables: ['FB_DISABLE_PREVIEW_RESIZE'],
    value: 'true',
    seen: ({ features }) => features.resizePreview,
    means: false,
  },
  disableExec: {
    flags: ['--disableExec', '--disable-exec'],
    variables: ['FB_DISABLE_EXEC'],
    value: 'false',
    seen: ({ features }) => features.exec,
    means: true,
  },
  disableTypeDetectionByHeader: {
    flags: ['--disableTypeDetectionByHeader', '--disable-type-detection-by-header'],
    variables: ['FB_DISABLE_TYPE_DETECTION_BY_HEADER'],
    value: 'true',
    seen: ({ files }) => files.typeDetectionByHeader,
    means: false,
  },
  disableImageResolutionCalc: {
    flags: ['--disableImageResolutionCalc', '--disable-image-resolution-calc'],
    variables: ['FB_DISABLE_IMAGE_RESOLUTION_CALC'],
    value: 'true',
    seen: ({ previews }) => previews.resolution,
    means: false,
  },
  followExternalSymlinks: {
    flags: ['--followExternalSymlinks', '--follow-external-symlinks'],
    variables: ['FB_FOLLOW_EXTERNAL_SYMLINKS'],
    value: 'true',
    seen: ({ files }) => files.followExternalSymlinks,
    means: true,
  },
  noauth: {
    flags: ['--noauth'],
    variables: ['FB_NOAUTH'],
    value: 'true',
    seen: ({ firstUser }) => firstUser.noauth,
    means: true,
  },
  username: {
    flags: ['--username'],
    variables: ['FB_USERNAME'],
    value: 'boss',
    seen: ({ firstUser }) => firstUser.username,
    means: 'boss',
  },
  password: {
    flags: ['--password'],
    variables: ['FB_PASSWORD'],
    value: HASH,
    seen: ({ firstUser }) => firstUser.passwordHash,
    means: HASH,
  },
  cacheDir: {
    flags: ['--cacheDir', '--cache-dir'],
    variables: ['FB_CACHE_DIR'],
    value: 'cache',
    seen: ({ previews }) => previews.cacheDir,
    means: './cache',
  },
  imageProcessors: {
    flags: ['--imageProcessors', '--image-processors', '--img-processors'],
    variables: ['FB_IMAGE_PROCESSORS', 'FB_IMG_PROCESSORS'],
    value: '7',
    seen: ({ previews }) => previews.processors,
    means: 7,
  },
};

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'srv'));
});

async function started(words: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const request = await parseCommandLine(words);
  if (request.command !== 'serve') throw new Error('these words do not start a server');
  const outer = await readOuterSources(request.flags, {
    variables,
    workingFolder: folder,
    home: folder,
    startedByNpm: false,
  });
  return loadConfig(outer, { server: {}, authMethod: undefined });
}

function absolute(means: unknown): unknown {
  if (typeof means === 'string') return means.startsWith('./') ? join(folder, means) : means;
  if (typeof means !== 'object' || means === null) return means;
  return Object.fromEntries(Object.entries(means).map(([key, value]) => [key, absolute(value)]));
}

describe.each(Object.entries(HABITS))('%s of File Browser 2', (name, habit) => {
  const { flags, variables = [], value, with: beside = [], seen, means } = habit;

  test('is accepted as a flag in every spelling, without a message', async () => {
    for (const flag of flags) {
      const isSwitch = value === 'true' || value === 'false';
      const words = isSwitch ? [`${flag}=${value}`] : [flag, value];
      const { config, warnings } = await started([...words, ...beside]);
      expect([flag, seen(config)]).toEqual([flag, absolute(means)]);
      expect(warnings).toEqual([]);
    }
  });

  test('is accepted as a variable, and as a key of a file', async () => {
    for (const variable of variables) {
      const { config } = await started(beside, { [variable]: value });
      expect([variable, seen(config)]).toEqual([variable, absolute(means)]);
    }
    const keys = flags.filter((flag) => flag.startsWith('--')).map((flag) => flag.slice(2));
    for (const key of [...keys, name.toUpperCase()]) {
      writeFileSync(join(folder, '.filebrowser.json'), JSON.stringify({ [key]: value }));
      const { config, warnings } = await started(beside);
      expect([key, seen(config), warnings]).toEqual([key, absolute(means), []]);
    }
  });
});

test('reports settings without effect once, with the reason, and starts', async () => {
  const address = 'redis://user:secret@cache';
  for (const flag of ['--redisCacheUrl', '--redis-cache-url']) {
    const { warnings } = await started([flag, address], { FB_REDIS_CACHE_URL: address });
    expect(warnings).toEqual([expect.stringContaining('previews are kept in memory')]);
    expect(warnings.join('\n')).not.toContain('secret');
  }
});

test('reads the file of the official container with its volumes and its port', async () => {
  const paths = {
    database: join(folder, 'database', 'filebrowser.db'),
    root: join(folder, 'srv'),
  };
  const file = { port: 80, baseURL: '', address: '', log: 'stdout', ...paths };
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'settings.json'), JSON.stringify(file));
  for (const flag of ['--config', '-c']) {
    const { config, warnings } = await started([flag, 'config/settings.json'], {
      FB_BASEURL: '/files',
    });
    expect(config).toMatchObject({
      listen: { kind: 'tcp', address: '', port: 80, morePorts: [], tls: undefined },
      baseUrl: '/files',
      database: { kind: 'sqlite', file: paths.database },
      root: paths.root,
      log: { kind: 'stdout' },
    });
    expect(warnings).toEqual([]);
  }
});

/** The commands of compatibility.md 9.3 as a script uses them. */
const SCRIPT = [
  [
    ...'config init -s --hideLoginButton --createUserDir --minimumPasswordLength 13'.split(' '),
    ...'--shell /bin/sh --fileMode 0o644 --dirMode 0x1ED --auth.method json'.split(' '),
    ...'--auth.logoutPage /bye --recaptcha.host https://x --recaptcha.key k'.split(' '),
    ...'--recaptcha.secret s --branding.name Ours --branding.theme dark'.split(' '),
    ...'--branding.color #ffffff --branding.files brand --branding.disableExternal'.split(' '),
    ...'--branding.disableUsedPercentage --tus.chunkSize 1000 --tus.retryCount 3'.split(' '),
    ...'--perm.admin --perm.execute=false --sorting.by size --sorting.asc'.split(' '),
    ...'--lockPassword --commands git,ls --scope /home --locale de'.split(' '),
    ...'--viewMode mosaic --singleClick --redirectAfterCopyMove --dateFormat'.split(' '),
    ...'--hideDotfiles --aceEditorTheme monokai -a 0.0.0.0 -p 8081 -r srv'.split(' '),
  ],
  'config set --auth.method=hook --auth.command=/bin/judge --lockPassword'.split(' '),
  'users add bob bobs-long-password-1 --perm.admin=false --lockPassword'.split(' '),
  'users update 1 --username rob --locale fr --viewMode list'.split(' '),
  'rules add /private -a'.split(' '),
  'rules add -r \\.bak$ -u rob'.split(' '),
  'rules rm 0 --index 0'.split(' '),
  'cmds add after_save echo hi'.split(' '),
  'cmds rm after_save 0 0'.split(' '),
  'users export users.json'.split(' '),
  'users import users.json --overwrite'.split(' '),
];

test('runs a script for File Browser 2 unchanged, with the same result', async () => {
  for (const words of SCRIPT) expect((await runCli(words, { folder })).code).toBe(0);
  const { printed } = await runCli(['config', 'cat', '--json'], { folder });
  expect(JSON.parse(printed)).toMatchObject({
    settings: {
      ...{ signup: true, hideLoginButton: true, createUserDir: true, minimumPasswordLength: 13 },
      ...{ shell: ['/bin/sh'], fileMode: 0o644, dirMode: 0o755, authMethod: 'hook' },
      ...{ logoutPage: '/bye', tus: { chunkSize: 1_000, retryCount: 3 }, rules: [] },
      branding: { name: 'Ours', theme: 'dark', color: '#ffffff', files: 'brand' },
      defaults: {
        ...{ scope: '/home', locale: 'de', viewMode: 'mosaic', commands: ['git', 'ls'] },
        ...{ sorting: { by: 'size', asc: true }, perm: { admin: true, execute: false } },
        ...{ hideDotfiles: true, dateFormat: true, aceEditorTheme: 'monokai' },
      },
    },
    server: { address: '0.0.0.0', port: '8081', root: 'srv' },
  });
  const users = await runCli(['users', 'ls', '--json'], { folder });
  expect(JSON.parse(users.printed)).toMatchObject([
    { username: 'rob', locale: 'fr', viewMode: 'list', lockPassword: true },
  ]);
});
