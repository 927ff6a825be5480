import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../metadata/database.ts';
import { readServerSettings } from '../../../metadata/settings.ts';
import { listUsers } from '../../../metadata/users.ts';
import { runCli } from '../../../testing/cli.ts';
import { temporaryFolder } from '../../../testing/engines.ts';
import { answerOf, type Fields, legacyDatabase } from '../recorded-databases.test-tools.ts';
import { readStoredConfig } from '../../../cli/config/export-config.ts';

/** Creates a folder with a migrated database. */
async function movedIn(name: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'old.db'), legacyDatabase(name));
  await runCli(['import', 'old.db', '--database', 'filebrowser.db'], { folder });
  return folder;
}

function written(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'back', name), 'utf8'));
}

async function storedIn(folder: string, name: string) {
  const db = await openDatabase({ kind: 'sqlite', file: join(folder, name) });
  try {
    const users = await listUsers(db.read);
    return {
      config: await readStoredConfig(db.read),
      // Creation times differ between databases.
      users: users.map((user) => ({ ...user, createdAt: undefined, updatedAt: undefined })),
      server: await readServerSettings(db.read),
    };
  } finally {
    await db.close();
  }
}

function users(records: Readonly<Record<string, Fields>> | undefined): readonly Fields[] {
  return Object.values(records ?? {}).toSorted(
    (one, other) => Number(one['id']) - Number(other['id']),
  );
}

/** Fills in defaults like the exports of File Browser 2. */
function filledIn({ fileMode, dirMode, logoutPage }: Fields): Fields {
  return {
    fileMode: fileMode === 0 ? 0o640 : fileMode,
    dirMode: dirMode === 0 ? 0o750 : dirMode,
    logoutPage: logoutPage === '' ? '/login' : logoutPage,
  };
}

test.each(['v2.63.23-rich', 'v2.63.0', 'v2.63.23-noauth'])(
  'exports the database of %s unchanged, field by field',
  async (name) => {
    const folder = await movedIn(name);
    await runCli(['export', '--format', 'filebrowser', 'back'], { folder });

    const { config, User } = answerOf(name).records;
    const { key: _, ...settings } = config.settings;
    expect(written(folder, 'config.json')).toEqual({
      settings: { ...settings, ...filledIn(settings) },
      // Commands stay off until an operator enables them here.
      server: { followExternalSymlinks: false, ...config.server, enableExec: false },
      auther: config.auther,
    });
    expect(written(folder, 'users.json')).toEqual(users(User));
    for (const file of ['config.json', 'users.json']) {
      expect(statSync(join(folder, 'back', file)).mode & 0o777).toBe(0o600);
    }
  },
);

test('names what is not exported, and imports everything else unchanged', async () => {
  const folder = await movedIn('v2.63.23-rich');
  await runCli(['users', 'reset-password', 'ann'], { folder });
  await runCli(
    ['config', 'set', '--tokenExpirationTime', '2d', '--log', 'off', '--sessionMaxAge', '7d'],
    { folder },
  );
  await runCli(['config', 'set', '--disableExec=false'], { folder });

  const { printed } = await runCli(['export', 'back'], { folder });
  expect(printed.split('\n')).toEqual([
    expect.stringMatching(/^users who need a new password in File Browser 2, .*: ann$/),
    expect.stringMatching(/^\d+ shares are not exported: File Browser 2 cannot import shares$/),
    expect.stringContaining('without a sandbox'),
    'File Browser 2 has no such settings: sessionMaxAge',
    '',
  ]);
  expect(written(folder, 'config.json')).toMatchObject({
    server: { tokenExpirationTime: '172800s', log: '', port: '8091' },
  });

  const again = ['--database', 'again.db'];
  await runCli(['config', 'import', 'back/config.json', ...again], { folder });
  await runCli(['users', 'import', 'back/users.json', ...again], { folder });
  const [before, after] = [
    await storedIn(folder, 'filebrowser.db'),
    await storedIn(folder, 'again.db'),
  ];
  expect(after.users).toEqual(before.users);
  expect(after.config.settings).toEqual(before.config.settings);
  expect(after.config.auth).toEqual(before.config.auth);
});

test('leaves out and names the auth method hook, with which the import of File Browser 2 fails', async () => {
  const folder = await movedIn('v2.63.23-hook');
  const { printed } = await runCli(['export', 'back'], { folder });
  expect(written(folder, 'config.json')).toMatchObject({
    settings: { authMethod: 'json' },
    auther: { recaptcha: null },
  });
  expect(printed).toContain('--auth.method=hook --auth.command="sh hook.sh"');
});

test('keeps existing files unless they may be replaced', async () => {
  const folder = await movedIn('v2.63.23-noauth');
  await runCli(['export', 'back'], { folder });
  writeFileSync(join(folder, 'back', 'users.json'), 'mine');

  await expect(runCli(['export', 'back'], { folder })).rejects.toThrow('--overwrite replaces it');
  expect(readFileSync(join(folder, 'back', 'users.json'), 'utf8')).toBe('mine');
  await runCli(['export', 'back', '--overwrite'], { folder });
  expect(written(folder, 'users.json')).toHaveLength(1);

  await expect(runCli(['export', 'back', '--format', 'csv'], { folder })).rejects.toThrow(
    'flag --format has to be one of filebrowser',
  );
});
