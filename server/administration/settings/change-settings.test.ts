import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { readGlobalSettings, writeGlobalSettings } from '../../metadata/settings.ts';
import { openLocalDriver } from '../../storage/local/local-driver.ts';
import { emptyFolder } from '../../testing/empty-folder.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { changeSettings, parseSettingsChanges } from './change-settings.ts';

describe('the changes of a client', () => {
  test('may be our own response, whose auth method is ignored', () => {
    const { logoutPage: _, fileMode: _2, dirMode: _3, ...reply } = defaultGlobalSettings();
    const { authMethod: _4, ...changes } = reply;
    expect(parseSettingsChanges({ ...reply, authMethod: 'noauth' })).toEqual(changes);
  });

  test('may omit any field', () => {
    expect(parseSettingsChanges({})).toEqual({});
    expect(Object.keys(parseSettingsChanges({ branding: { name: 'Shop' } }))).toEqual(['branding']);
  });

  test('have empty lists for null, and defaults for empty values of File Browser 2', () => {
    const sent = {
      rules: null,
      shell: null,
      commands: { after_save: null },
      defaults: { locale: '', viewMode: '', sorting: { by: '', asc: true }, commands: null },
    };
    expect(parseSettingsChanges(sent)).toEqual({
      rules: [],
      shell: [],
      commands: { after_save: [] },
      defaults: {
        locale: 'en',
        viewMode: 'mosaic',
        sorting: { by: '', asc: true },
        commands: [],
      },
    });
  });

  test.each([
    [[], 'the settings have to be an object'],
    ['x', 'the settings have to be an object'],
    [{ signup: 'yes' }, 'signup: has to be true or false'],
    [{ Signup: true }, 'Signup: is not a setting'],
    [{ key: 'AAAA' }, 'key: is not a setting'],
    [{ branding: { logo: 'x' } }, 'branding.logo: is not a setting'],
    [{ branding: { theme: 'blue' } }, 'branding.theme: has to be one of "", "light", "dark"'],
    [{ branding: { name: 'a\0' } }, 'branding.name: is not readable text'],
    [{ tus: { retryCount: 70_000 } }, 'tus.retryCount: has to be at most 65535'],
    [{ tus: { chunkSize: -1 } }, 'tus.chunkSize: has to be 0 or more'],
    [{ tus: { chunkSize: 1.5 } }, 'tus.chunkSize: has to be a whole number'],
    [{ tus: null }, 'tus: has to be an object with chunkSize and retryCount'],
    [{ defaults: { perm: { execute: 1 } } }, 'defaults.perm.execute: has to be true or false'],
    [{ defaults: { perm: { Execute: true } } }, 'defaults.perm.Execute: is not a setting'],
    [{ rules: [{ regex: false }] }, 'rules.0.allow: has to be true or false'],
    [{ commands: { after_save: 'x' } }, 'commands.after_save: has to be a list'],
    [{ authMethod: 'magic' }, 'authMethod: has to be one of "json", "noauth", "proxy", "hook"'],
  ])('is refused when it is %j, with the name of the field', (sent, message) => {
    expect(() => parseSettingsChanges(sent)).toThrow(
      expect.objectContaining({ code: 'invalid-request', message }),
    );
  });
});

const root = join(mkdtempSync(join(tmpdir(), 'fb-settings-')), 'root');
mkdirSync(root);
const driver = openLocalDriver({ root });
afterAll(async () => {
  await driver.close();
  rmSync(dirname(root), { recursive: true, force: true });
});

describeOnEachEngine('changing settings', ({ open }) => {
  test('stores the given fields, also nested ones, and keeps the rest', async () => {
    const db = await open();
    const standard = defaultGlobalSettings();
    await changeSettings({ db, driver }, { branding: { name: 'Shop' } });
    const result = await changeSettings({ db, driver }, { signup: true, tus: { retryCount: 3 } });
    expect(result).toEqual({
      ...standard,
      signup: true,
      branding: { ...standard.branding, name: 'Shop' },
      tus: { chunkSize: 10_485_760, retryCount: 3 },
    });
    expect(await readGlobalSettings(db.read)).toEqual(result);
  });

  test('keeps concurrent changes of other administrators', async () => {
    const db = await open();
    const events = Object.keys(defaultGlobalSettings().commands);
    const names = ['signup', 'hideLoginButton', 'createUserDir'] as const;
    await Promise.all([
      ...names.map((name) => changeSettings({ db, driver }, { [name]: true })),
      changeSettings({ db, driver }, { minimumPasswordLength: 20 }),
      changeSettings({ db, driver }, { branding: { color: '#123456' } }),
      changeSettings({ db, driver }, { branding: { theme: 'dark' } }),
      changeSettings({ db, driver }, { tus: { chunkSize: 7 } }),
      changeSettings({ db, driver }, { defaults: { locale: 'de' } }),
      changeSettings({ db, driver }, { defaults: { dateFormat: true } }),
      changeSettings({ db, driver }, { logoutPage: '/bye' }),
    ]);
    expect(await readGlobalSettings(db.read)).toMatchObject({
      signup: true,
      hideLoginButton: true,
      createUserDir: true,
      minimumPasswordLength: 20,
      branding: { color: '#123456', theme: 'dark' },
      tus: { chunkSize: 7, retryCount: 5 },
      defaults: { locale: 'de', dateFormat: true },
      logoutPage: '/bye',
      commands: Object.fromEntries(events.map((event) => [event, []])),
    });
  });

  test('takes zeros and empty texts for the usual values', async () => {
    const db = await open();
    await changeSettings({ db, driver }, { minimumPasswordLength: 4, userHomeBasePath: '/homes' });
    await changeSettings(
      { db, driver },
      { minimumPasswordLength: 0, userHomeBasePath: '', tus: { chunkSize: 0, retryCount: 0 } },
    );
    expect(await readGlobalSettings(db.read)).toEqual(defaultGlobalSettings());
  });

  test('cleans the folder of homes, and keeps the rest as it was written', async () => {
    const db = await open();
    const changes = { userHomeBasePath: 'team//homes/', defaults: { scope: './x' } };
    expect(await changeSettings({ db, driver }, changes)).toMatchObject({
      userHomeBasePath: '/team/homes',
      defaults: { scope: './x' },
    });
  });

  test.each([
    [{ minimumPasswordLength: 500 }, 'minimumPasswordLength: has to be at most 128'],
    [{ userHomeBasePath: '/a/../b' }, 'userHomeBasePath: has to be a path without . and ..'],
    [{ branding: { color: 'red;}' } }, 'branding.color: has to be a colour such as #2979ff'],
    [{ branding: { name: 'a'.repeat(101) } }, 'branding.name: has to be at most 100 characters'],
    [{ branding: { files: '/no/such/folder' } }, 'branding.files: the folder does not exist'],
    [{ defaults: { scope: '../x' } }, 'defaults.scope: has to be a path without . and ..'],
    [{ defaults: { locale: 'x'.repeat(65) } }, 'defaults.locale: has to be at most 64 characters'],
    [
      { defaults: { perm: { ...defaultGlobalSettings().defaults.perm, download: false } } },
      'defaults.perm: permission to share requires permission to download',
    ],
    [{ shell: Array.from({ length: 101 }, () => 'a') }, 'shell: has more than 100 words'],
    [
      { defaults: { commands: Array.from({ length: 600 }, () => 'a') } },
      'defaults.commands: has to be at most 1024 characters',
    ],
    [{ commands: { at_night: [] } }, 'commands.at_night: is not an event'],
    [{ commands: { toString: ['rm'] } }, 'commands.toString: is not an event'],
    [
      { commands: { before_save: ['true', "echo 'a"] } },
      'commands.before_save.1: cannot be read: EOF found when expecting closing quote.',
    ],
    [
      { commands: { after_copy: ['echo ü'] } },
      'commands.after_copy.0: cannot be read: Unknown rune: 252',
    ],
    [
      { rules: [{ regex: false, allow: true, path: 'docs', regexp: null }] },
      'rules.0: the path has to begin with /',
    ],
    [{ fileMode: 0o1777 }, 'fileMode: has to be permission bits, at most 777'],
  ])('%j is refused as a whole, with the name of the field', async (changes, message) => {
    const db = await open();
    await expect(
      changeSettings({ db, driver }, { signup: true, ...changes }),
    ).rejects.toMatchObject({
      code: 'invalid-request',
      message,
    });
    expect(await readGlobalSettings(db.read)).toEqual(defaultGlobalSettings());
  });

  test('refuses folders of homes that new users could not get, as for the scope of a user', async () => {
    const db = await open();
    symlinkSync(dirname(root), join(root, 'out'));
    symlinkSync('missing', join(root, 'nowhere'));
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'inside'));
    writeFileSync(join(root, 'file'), '');
    onTestFinished(() => emptyFolder(root));
    const symlink = 'a symlink on the path leads out of the served folder, or to nothing';
    for (const [path, reason] of [
      ['/out', symlink],
      ['/out/team', symlink],
      ['/nowhere', symlink],
      ['/file', 'a part of the path is not a folder'],
    ] as const) {
      for (const [field, changes] of [
        ['userHomeBasePath', { userHomeBasePath: path }],
        ['defaults.scope', { defaults: { scope: path } }],
      ] as const) {
        const changing = changeSettings({ db, driver }, { signup: true, ...changes });
        await expect(changing).rejects.toMatchObject({
          code: 'invalid-request',
          message: `${field}: ${reason}`,
          refusal: { code: reason === symlink ? 'link-leads-out' : 'not-a-folder' },
        });
      }
    }
    expect(await readGlobalSettings(db.read)).toEqual(defaultGlobalSettings());

    const good = { userHomeBasePath: '/inside/homes', defaults: { scope: '/inside' } };
    expect(await changeSettings({ db, driver }, good)).toMatchObject(good);
    // The symlink is replaced later by one that leads out: other settings can still be changed.
    unlinkSync(join(root, 'inside'));
    symlinkSync(dirname(root), join(root, 'inside'));
    expect(await changeSettings({ db, driver }, { ...good, signup: true })).toMatchObject({
      signup: true,
    });
  });

  test('accepts unchanged values that an older version has stored, or whose folder is gone', async () => {
    const db = await open();
    const folder = mkdtempSync(join(tmpdir(), 'fb-branding-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { branding } = await changeSettings({ db, driver }, { branding: { files: folder } });
    rmSync(folder, { recursive: true });
    const old = {
      ...defaultGlobalSettings(),
      minimumPasswordLength: 500,
      branding: { ...branding, color: 'red' },
      rules: [{ regex: true, allow: false, path: '', regexp: { raw: '(' } }],
      commands: { ...defaultGlobalSettings().commands, after_save: ["echo 'a", ''] },
    };
    await db.write((tx) => writeGlobalSettings(tx, old));
    const result = await changeSettings({ db, driver }, { ...old, signup: true });
    expect(result).toEqual({ ...old, signup: true });
  });
});
