import { expect, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { readGlobalSettings, writeGlobalSettings } from '../../metadata/settings.ts';
import { listUsers } from '../../metadata/users.ts';
import { openForTest, temporaryFolder } from '../../testing/engines.ts';
import { makeFirstUser } from './first-user.ts';

const FIRST = { username: 'admin', passwordHash: undefined, noauth: false };

function newDatabase() {
  return openForTest({ kind: 'sqlite', file: `${temporaryFolder()}/filebrowser.db` });
}

test('colours of the editor that the configuration file names hold for the first user and later ones', async () => {
  const db = await newDatabase();
  expect(await makeFirstUser(db, { ...FIRST, editorTheme: 'monokai' })).toHaveLength(16);
  expect(await listUsers(db.read)).toMatchObject([
    { username: 'admin', aceEditorTheme: 'monokai' },
  ]);
  expect((await readGlobalSettings(db.read)).defaults.aceEditorTheme).toBe('monokai');
});

test('stored defaults for new users precede the configuration file', async () => {
  const db = await newDatabase();
  const { defaults, ...settings } = defaultGlobalSettings();
  const stored = { ...settings, defaults: { ...defaults, aceEditorTheme: 'github' } };
  await db.write((tx) => writeGlobalSettings(tx, stored));
  await makeFirstUser(db, { ...FIRST, editorTheme: 'monokai' });
  expect((await readGlobalSettings(db.read)).defaults.aceEditorTheme).toBe('github');
});
