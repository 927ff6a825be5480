import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openDatabase } from '../../metadata/database.ts';
import {
  readAuthSettings,
  readGlobalSettings,
  readServerSettings,
} from '../../metadata/settings.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { runCli } from '../../testing/cli.ts';

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-config-')));
});
afterEach(() => rm(folder, { recursive: true }));

function run(...words: string[]) {
  return runCli(words, { folder });
}

async function stored() {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  try {
    return {
      settings: await readGlobalSettings(database.read),
      auth: await readAuthSettings(database.read),
      server: await readServerSettings(database.read),
    };
  } finally {
    await database.close();
  }
}

async function exported(name = 'c.json') {
  await run('config', 'export', name);
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}

describe('config init', () => {
  test('starts with the values of File Browser 2 and the typed ones', async () => {
    await run('config', 'init', '--root', '/srv/files', '--signup', '--perm.delete=false');
    expect(await stored()).toMatchObject({
      settings: {
        signup: true,
        hideLoginButton: false,
        defaults: {
          viewMode: 'list',
          redirectAfterCopyMove: false,
          perm: { delete: false, create: true, admin: false },
        },
      },
      server: { root: '/srv/files' },
    });
  });

  test('refuses an existing database, and replaces an empty file', async () => {
    await writeFile(join(folder, 'filebrowser.db'), '');
    await run('config', 'init', '--signup');
    await expect(run('config', 'init')).rejects.toThrow(/the database \S+ exists already/);
    expect((await stored()).settings.signup).toBe(true);
  });

  test('creates nothing if an option is wrong', async () => {
    await expect(run('config', 'init', '--port', '99999')).rejects.toThrow('flag --port');
    await expect(stat(join(folder, 'filebrowser.db'))).rejects.toThrow('ENOENT');
  });
});

describe('config set', () => {
  test('refuses folders of homes behind a symlink that leads out of the root', async () => {
    await run('config', 'set', '--root', join(folder, 'files'));
    const unavailable = await run('config', 'set', '--scope', '/team');
    expect(unavailable.messages).toContain('--scope: not checked for symlinks');

    await mkdir(join(folder, 'files'));
    await symlink(folder, join(folder, 'files/out'));
    const reason = 'a symlink on the path leads out of the served folder, or to nothing';
    for (const flag of ['--scope', '--userHomeBasePath']) {
      await expect(run('config', 'set', flag, '/out/team')).rejects.toThrow(
        `flag ${flag}: ${reason}`,
      );
    }
    expect((await run('config', 'set', '--scope', '/homes')).messages).toBe('');
    expect((await stored()).settings).toMatchObject({
      defaults: { scope: '/homes' },
      userHomeBasePath: '/users',
    });
  });

  beforeEach(() => run('config', 'init'));

  test('changes the typed settings, also nested ones, and nothing else', async () => {
    const before = await stored();
    await run(
      ...['config', 'set', '--branding.name', 'Ours', '--tus.retryCount=9', '--sorting.by', 'size'],
      ...['--perm.share=false', '--fileMode', '0o600', '--shell', 'sh  -c', '--auth.logoutPage=/x'],
    );
    const { settings } = before;
    expect(await stored()).toEqual({
      ...before,
      settings: {
        ...settings,
        branding: { ...settings.branding, name: 'Ours' },
        tus: { ...settings.tus, retryCount: 9 },
        fileMode: 0o600,
        shell: ['sh', '-c'],
        logoutPage: '/x',
        defaults: {
          ...settings.defaults,
          sorting: { by: 'size', asc: false },
          perm: { ...settings.defaults.perm, share: false },
        },
      },
    });
  });

  test('stores the flags of the server in the form exports have, and says when they count', async () => {
    const { messages } = await run(
      ...['config', 'set', '--base-url', '/fb/', '--port=8081', '--disable-thumbnails'],
      ...['--trusted-proxies', '10.0.0.0/8,::1', '--session-max-age', '7d', '--disableExec=false'],
      ...['--uploadExpiry=2h', '--shareRecordExpiry=30d', '--allowedOrigins=https://a.example'],
      ...['--allowRemoteNoauth', '--requireCurrentPassword', '--socket', ''],
      ...['--allow-shell', '--commandSandbox=off', '--commandNetwork=false', '--commandPath=/bin'],
      ...['--commandTimeLimit=5m', '--commandOutputLimit=1M', '--commandProcessLimit=9'],
      ...['--commandsAtOnce=1', '--commandRecordExpiry=7d'],
    );
    expect((await stored()).server).toEqual({
      root: '.',
      baseURL: '/fb',
      port: '8081',
      enableThumbnails: false,
      enableExec: true,
      trustedProxies: '10.0.0.0/8,::1',
      sessionMaxAge: '7d',
      uploadExpiry: '2h',
      shareRecordExpiry: '30d',
      allowedOrigins: 'https://a.example',
      allowRemoteNoauth: true,
      requireCurrentPassword: true,
      socket: '',
      allowShell: true,
      commandSandbox: 'off',
      commandNetwork: false,
      commandPath: '/bin',
      commandTimeLimit: '5m',
      commandOutputLimit: '1M',
      commandProcessLimit: '9',
      commandsAtOnce: '1',
      commandRecordExpiry: '7d',
    });
    expect(messages).toContain('takes effect at the next start: port, baseURL,');
  });

  test('is not reached by variables', async () => {
    const variables = { FB_PORT: '9999', FB_ROOT: '/elsewhere' };
    await runCli(['config', 'set', '--signup'], { folder, variables });
    expect((await stored()).server).toEqual({ root: '.' });
  });

  test.each([
    [['--port', 'x'], 'flag --port has to be a number from 0 to 65535, not "x"'],
    [['--signup=perhaps'], 'flag --signup has to be true or false, not "perhaps"'],
    [['--minimumPasswordLength', '500'], 'flag --minimumPasswordLength: has to be at most 128'],
    [['--branding.color', 'red;'], 'flag --branding.color: has to be a colour such as #2979ff'],
    [
      ['--branding.theme', 'blue'],
      'flag --branding.theme has to be one of "", light, dark, not "blue"',
    ],
    [['--viewMode', 'mosaic gallery'], 'flag --viewMode has to be one of list, mosaic'],
    [['--scope', '../x'], 'flag --scope: has to be a path without . and ..'],
    [['--fileMode', '0o1777'], 'flag --fileMode has to be permissions'],
    [['--perm.download=false'], 'permission to share requires permission to download'],
    [['--auth.method', 'magic'], 'flag --auth.method has to be one of json, noauth, proxy, hook'],
    [['--auth.method', 'proxy'], 'flag --auth.method proxy needs --auth.header as well'],
    [['--auth.method', 'hook'], 'flag --auth.method hook needs --auth.command as well'],
    [['--auth.header', 'X U'], 'flag --auth.header has to be the name of a header'],
    [['--recaptcha.key', 'k'], 'flag --recaptcha.key needs --recaptcha.secret as well'],
    [['--recaptcha.host', 'google'], 'flag --recaptcha.host has to be an address'],
    [
      ['--recaptcha.host', 'https://captcha.example'],
      'flag --recaptcha.host needs --recaptcha.key and --recaptcha.secret as well',
    ],
    [['--cert', 'c.pem'], 'flag --cert needs --key as well'],
    [['--socket', 's', '--port', '80'], 'flag --socket and flag --port exclude each other'],
    [['--auth.method=noauth', '--address=0.0.0.0'], 'Set --allowRemoteNoauth to allow this'],
    [['--noauth'], "unknown option '--noauth'"],
    [['--imageProcessors', '2'], "unknown option '--imageProcessors'"],
    [['more'], 'too many arguments'],
    [[], 'nothing to set'],
  ])('%j is refused as a whole, with the flag named', async (words, message) => {
    const before = await stored();
    const typed = words.length === 0 ? words : ['--signup', ...words];
    await expect(run('config', 'set', ...typed)).rejects.toThrow(message);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['proxy', 'auth.header', 'X-User'],
    ['hook', 'auth.command', '/bin/ask'],
  ])('keeps what the auth method %s needs', async (method, option, value) => {
    await run('config', 'set', '--auth.method', method, `--${option}`, value);
    const before = await stored();
    const emptied = run('config', 'set', '--signup', `--${option}`, '');
    await expect(emptied).rejects.toThrow(`flag --${option} may not be empty`);
    expect(await stored()).toEqual(before);
    await run('config', 'set', '--auth.method', 'json', `--${option}`, '');
    expect((await stored()).settings.authMethod).toBe('json');
  });

  test('refuses noauth if a variable opens the server to other machines', async () => {
    const variables = { FB_ADDRESS: '0.0.0.0' };
    const words = ['config', 'set', '--auth.method', 'noauth'];
    await expect(runCli(words, { folder, variables })).rejects.toThrow('on 0.0.0.0');
    await run(...words);
    await expect(run('config', 'set', '--address', '')).rejects.toThrow('on all addresses');
    expect((await stored()).settings.authMethod).toBe('noauth');
  });

  test('stores a captcha with both keys, changes parts of it, and removes it', async () => {
    await run('config', 'set', '--recaptcha.key', 'k', '--recaptcha.secret', 's');
    await run('config', 'set', '--recaptcha.host', 'https://captcha.example/');
    expect((await stored()).auth.recaptcha).toEqual({
      host: 'https://captcha.example',
      key: 'k',
      secret: 's',
    });
    await run('config', 'set', '--recaptcha.key', '');
    expect((await stored()).auth.recaptcha).toBeNull();
  });

  test('warns about settings that do not work yet', async () => {
    const words = [
      '--auth.method',
      'proxy',
      '--auth.header',
      'X-User',
      '--branding.files',
      'brand',
    ];
    const { messages } = await run('config', 'set', ...words);
    expect(messages).toContain('only addresses in --trustedProxies may name the user');
    expect(messages).toContain('the folder brand does not exist yet');
    const more = ['--trustedProxies', '127.0.0.1', '--auth.header', 'X-User'];
    expect((await run('config', 'set', '--auth.method=proxy', ...more)).messages).not.toContain(
      'only',
    );
    const hook = await run('config', 'set', '--auth.method=hook', '--auth.command', './x.sh');
    expect(hook.messages).toContain('users cannot log in until it begins with an absolute path');
  });

  test('a shell that is not allowed yet is said to be without effect', async () => {
    const words = ['config', 'set', '--shell', '/bin/sh -c'];
    expect((await run(...words)).messages).toContain('has no effect until --allowShell is set');
    expect((await run(...words, '--allowShell')).messages).not.toContain('counts only where');
    expect((await run('config', 'set', '--shell', '')).messages).not.toContain('counts only where');
    expect((await stored()).settings.shell).toEqual([]);
  });

  test('two at once both count', async () => {
    await Promise.all([
      run('config', 'set', '--signup', '--port', '8081'),
      run('config', 'set', '--createUserDir', '--log', 'stderr'),
      run('config', 'set', '--branding.name', 'Ours', '--tokenExpirationTime', '1h'),
    ]);
    const { settings, server } = await stored();
    expect(settings).toMatchObject({
      signup: true,
      createUserDir: true,
      branding: { name: 'Ours' },
    });
    expect(server).toMatchObject({ port: '8081', log: 'stderr', tokenExpirationTime: '1h' });
  });
});

describe('config cat', () => {
  beforeEach(async () => {
    await run('config', 'init', '--port', '8081', '--branding.name', 'Ours \u001b[2J');
    await run('config', 'set', '--recaptcha.key', 'site', '--recaptcha.secret', 'hush');
  });

  test('shows every value under the name that sets it, and no secret', async () => {
    const { printed } = await run('config', 'cat');
    expect(printed).toMatch(/^ {2}signup +false$/m);
    expect(printed).toMatch(/^ {2}port +8081$/m);
    expect(printed).toMatch(/^ {2}address +127\.0\.0\.1 \(default\)$/m);
    expect(printed).toMatch(/^ {2}perm\.admin +false$/m);
    expect(printed).toMatch(/^ {2}fileMode +0640$/m);
    expect(printed).toMatch(/^ {2}branding\.name +Ours \\u001b\[2J$/m);
    expect(printed).toMatch(/^ {2}recaptcha\.secret +\(stored\)$/m);
    expect(printed).not.toContain('hush');
  });

  test.each([
    [[], 'off'],
    [['--disableExec=false'], 'on, without a shell; commands of users run only in a sandbox'],
    [
      ['--disable-exec=false', '--shell', 'sh -c', '--commandSandbox=require'],
      'on, without a shell; commands of users run only in a sandbox',
    ],
    [
      ['--disableExec=false', '--shell', 'sh -c', '--allowShell', '--commandSandbox', 'off'],
      'on, with full shell access; commands of users run without a sandbox',
    ],
    [['--disableExec', '--shell', 'sh -c', '--allowShell'], 'off'],
  ])('after %j says in words what of commands is on', async (words, messages) => {
    if (words.length > 0) await run('config', 'set', ...words);
    const { printed } = await run('config', 'cat');
    expect(printed).toContain(`\nCommands: ${messages}\n`);
  });

  test('shows how commands are confined beside the stored settings', async () => {
    await run('config', 'set', '--disableExec=false', '--commandTimeLimit', '5m');
    const { printed } = await run('config', 'cat');
    expect(printed).toMatch(/^ {2}disableExec +false$/m);
    expect(printed).toMatch(/^ {2}commandTimeLimit +5m$/m);
    expect(printed).toMatch(/^ {2}commandSandbox +require \(default\)$/m);
    expect(printed).toMatch(/^ {2}on events +none$/m);
    expect((await exported()).server).toMatchObject({
      enableExec: true,
      allowShell: false,
      commandSandbox: 'require',
      commandTimeLimit: '5m',
    });
  });

  test('prints the same as JSON, without the key', async () => {
    const document = JSON.parse((await run('config', 'cat', '--json')).printed);
    const { settings, server, auther } = await exported();
    const { key, ...rest } = settings;
    expect(key).toMatch(/^[\w+/]{86}==$/);
    expect(document).toEqual({
      settings: rest,
      server,
      auther: { recaptcha: { host: auther.recaptcha.host, key: 'site' } },
    });
  });
});

describe('config export', () => {
  beforeEach(() => run('config', 'init'));

  test('is readable by its owner only, also if the replaced file was public', async () => {
    await writeFile(join(folder, 'c.json'), 'long '.repeat(10_000), { mode: 0o666 });
    expect((await exported()).settings.minimumPasswordLength).toBe(12);
    expect((await stat(join(folder, 'c.json'))).mode & 0o777).toBe(0o600);
  });

  test('accepts three file endings', async () => {
    await expect(run('config', 'export', 'c.txt')).rejects.toThrow(
      'c.txt has to end in .json, .yml or .yaml',
    );
    await expect(run('config', 'export', 'no/c.json')).rejects.toThrow(
      'c.json cannot be written (ENOENT)',
    );
  });

  test('has the keys of File Browser 2 in YAML, and can be imported', async () => {
    await run(
      ...['config', 'set', '--branding.disableExternal', '--commands', 'ls,git', '--base-url=/x'],
      ...['--auth.method', 'hook', '--auth.command', '/bin/ask', '--tus.chunkSize', '7'],
      ...['--disableImageResolutionCalc', '--session-max-age=9d', '--disableExec=false'],
      ...['--commandsAtOnce=2', '--commandPath=/opt/bin', '--allowShell'],
    );
    await run('config', 'export', 'c.yaml');
    const document = parse(await readFile(join(folder, 'c.yaml'), 'utf8'));
    expect(document).toMatchObject({
      settings: { authmethod: 'hook', tus: { chunksize: 7 }, branding: { disableexternal: true } },
      server: { baseurl: '/x', imageresolutioncal: false, caseinsensitivefs: false },
      auther: { command: '/bin/ask' },
    });
    expect(document.settings.key).toHaveLength(64);

    const before = await stored();
    await run('config', 'import', 'c.yaml', '-d', 'other.db');
    await run('config', 'export', 'other.json', '-d', 'other.db');
    const { settings, server, auther } = JSON.parse(
      await readFile(join(folder, 'other.json'), 'utf8'),
    );
    expect(settings).toMatchObject(JSON.parse(JSON.stringify(before.settings)));
    expect(server).toMatchObject(before.server);
    expect(auther).toEqual({ command: '/bin/ask' });
  });
});

test('a command does not make a database by a mistyped name', async () => {
  await expect(run('config', 'cat', '-d', 'filebrwser.db')).rejects.toThrow(
    /the database \S+filebrwser\.db does not exist\. Name another with --database/,
  );
  await expect(stat(join(folder, 'filebrwser.db'))).rejects.toThrow('ENOENT');
});

describeOnEachEngine('a database', ({ emptyDatabase }) => {
  test('is begun once, changed and shown', async () => {
    const config = await emptyDatabase();
    const databaseFlags = ['-d', config.kind === 'postgres' ? config.url : config.file];
    await run('config', 'init', ...databaseFlags);
    await expect(run('config', 'init', ...databaseFlags)).rejects.toThrow(/already/);
    await run('config', 'set', '--port', '8081', '--signup', ...databaseFlags);
    const shown = JSON.parse((await run('config', 'cat', '--json', ...databaseFlags)).printed);
    expect(shown).toMatchObject({
      settings: { signup: true },
      server: { port: '8081', root: '.' },
    });
  });
});
