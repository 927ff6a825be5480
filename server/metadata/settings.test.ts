import { GlobalSettings } from '#contract/settings.ts';
import { expect, test } from 'vitest';
import { describeOnEachEngine, openForTest } from '../testing/engines.ts';
import { defaultGlobalSettings } from './setting-documents.ts';
import {
  readAuthSettings,
  readGlobalSettings,
  readOrCreateSigningKey,
  readServerSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
} from './settings.ts';

describeOnEachEngine('settings', ({ open, emptyDatabase }) => {
  test('an unconfigured server has the settings of File Browser 2 at its first start', async () => {
    const db = await open();
    const settings = await readGlobalSettings(db.read);
    expect(settings).toEqual(defaultGlobalSettings());
    expect(settings).toMatchObject({
      signup: false,
      hideLoginButton: true,
      minimumPasswordLength: 12,
      userHomeBasePath: '/users',
      defaults: { scope: '.', viewMode: 'mosaic', redirectAfterCopyMove: true },
      authMethod: 'json',
      tus: { chunkSize: 10_485_760, retryCount: 5 },
      logoutPage: '/login',
      fileMode: 0o640,
      dirMode: 0o750,
    });
    expect(settings.defaults.perm).toEqual({
      admin: false,
      execute: true,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: true,
      download: true,
    });
    expect(GlobalSettings.safeParse(settings).success).toBe(true);
  });

  test('changed settings come back as they were written, twice over', async () => {
    const db = await open();
    const changed = {
      ...defaultGlobalSettings({ authMethod: 'noauth' }),
      signup: true,
      minimumPasswordLength: 4,
      rules: [{ regex: false, allow: false, path: '/secret', regexp: null }],
      shell: ['sh', '-c'],
    };
    await db.write((tx) => writeGlobalSettings(tx, defaultGlobalSettings()));
    await db.write((tx) => writeGlobalSettings(tx, changed));
    expect(await readGlobalSettings(db.read)).toEqual(changed);
  });

  test('every event keeps a list of commands when old clients leave some out', async () => {
    const db = await open();
    const commands = { after_upload: ['notify'] };
    await db.write((tx) => writeGlobalSettings(tx, { ...defaultGlobalSettings(), commands }));
    const read = await readGlobalSettings(db.read);
    expect(read.commands.after_upload).toEqual(['notify']);
    expect(read.commands.before_delete).toEqual([]);
    expect(Object.keys(read.commands)).toHaveLength(10);
  });

  test('empty values, and fields that an earlier version lacked, are filled in', async () => {
    const db = await open();
    const old = {
      signup: true,
      userHomeBasePath: '',
      minimumPasswordLength: 0,
      tus: { chunkSize: 0, retryCount: 0 },
      branding: { name: 'Ours' },
      fileMode: 0,
    };
    await db.write((tx) =>
      tx
        .insertInto('setting')
        .values({ key: 'global', value: JSON.stringify(old) })
        .execute(),
    );
    const standard = defaultGlobalSettings();
    expect(await readGlobalSettings(db.read)).toEqual({
      ...standard,
      signup: true,
      branding: { ...standard.branding, name: 'Ours' },
    });
  });

  test('one retry count of zero is a choice; both upload settings at zero are none', async () => {
    const db = await open();
    const tus = { chunkSize: 1_000, retryCount: 0 };
    await db.write((tx) => writeGlobalSettings(tx, { ...defaultGlobalSettings(), tus }));
    expect((await readGlobalSettings(db.read)).tus).toEqual(tus);
  });

  test('stores the server record and the auth record', async () => {
    const db = await open();
    expect(await readServerSettings(db.read)).toEqual({});
    expect(await readAuthSettings(db.read)).toEqual({ recaptcha: null, header: '', command: '' });
    const auth = {
      recaptcha: { host: 'https://captcha.example', key: 'k', secret: 's' },
      header: 'X-User',
      command: '/bin/ask',
    };
    await db.write(async (tx) => {
      await writeServerSettings(tx, { port: '9000', enableExec: false });
      await writeAuthSettings(tx, auth);
    });
    expect(await readServerSettings(db.read)).toEqual({ port: '9000', enableExec: false });
    expect(await readAuthSettings(db.read)).toEqual(auth);
  });

  test('the signing key is 64 bytes, made once and the same for every process', async () => {
    const config = await emptyDatabase();
    const [one, other] = [await openForTest(config), await openForTest(config)];
    const keys = await Promise.all([one, other, one].map(readOrCreateSigningKey));
    expect(keys[0]).toHaveLength(64);
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
    expect(await readOrCreateSigningKey(other)).toEqual(keys[0]);
  });
});
