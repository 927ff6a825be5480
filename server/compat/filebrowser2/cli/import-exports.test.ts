import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_SETTINGS } from '../../../config/settings.ts';
import { defaultGlobalSettings } from '../../../metadata/setting-documents.ts';
import {
  readAuthSettings,
  readGlobalSettings,
  readServerSettings,
} from '../../../metadata/settings.ts';
import { listShares } from '../../../metadata/shares.ts';
import { listUsers } from '../../../metadata/users.ts';
import { readLegacyDatabase } from '../migration/legacy-database.ts';
import { planMigration, type Migration } from '../migration/plan-migration.ts';
import type { MigrationReport } from '../migration/migration-report.ts';
import { runCli } from '../../../testing/cli.ts';
import { openForTest, temporaryFolder } from '../../../testing/engines.ts';
import { legacyFolder, exportsOf, LEGACY_DATABASES } from '../recorded-databases.test-tools.ts';
import { jsonKeyOf, yamlKeyOf } from '../export-files.ts';

const RICH = 'v2.63.23-rich';

const NO_TIMES = { createdAt: undefined, updatedAt: undefined, lastSeenAt: undefined };

async function storedIn(folder: string, name: string) {
  const { read } = await openForTest({ kind: 'sqlite', file: join(folder, name) });
  const users = await listUsers(read);
  return {
    // Creation times differ between databases.
    users: users.map((user) => ({ ...user, ...NO_TIMES })),
    settings: await readGlobalSettings(read),
    server: await readServerSettings(read),
    auth: await readAuthSettings(read),
    links: (await listShares(read, { nowMs: Date.now() })).length,
  };
}

/** Returns the expected contents, with the defaults that File Browser 2 fills in when it exports. */
function expected({ users: taken, settings, server, auth }: Migration) {
  const byId = taken.toSorted((one, other) => one.id - other.id);
  const users = byId.map((user) => ({ ...user, ...NO_TIMES }));
  return { users, settings, server, auth, links: 0 };
}

test.each(LEGACY_DATABASES)(
  'imports the exports of %s like its database, without shares',
  async (name) => {
    const { old } = legacyFolder(name);
    const database = planMigration(readLegacyDatabase(old), Date.now());
    const files = exportsOf(name);
    for (const format of ['json', 'yaml'] as const) {
      const folder = temporaryFolder();
      const names = [`config.${format}`, `users.${format}`] as const;
      for (const file of names) writeFileSync(join(folder, file), files[file]);
      const { printed } = await runCli(['import', ...names, '--json', '-d', 'new.db'], { folder });
      expect(await storedIn(folder, 'new.db')).toEqual(expected(database));
      // Values that the export has filled in are not reported again.
      const { users, rules, commands, adjusted, decisions } = database.report;
      const report = JSON.parse(printed) as MigrationReport;
      expect(report).toMatchObject({ users, rules, commands, decisions, links: 0 });
      expect(adjusted).toEqual(expect.arrayContaining([...report.adjusted]));
    }
  },
);

test('imports exports for File Browser 2, and our own exports, unchanged', async () => {
  const { folder } = legacyFolder(RICH);
  await runCli(['config', 'set', '--accessLog', '--commandPath', '/opt/bin:/bin'], { folder });
  const before = { ...(await storedIn(folder, 'filebrowser.sqlite')), links: 0 };

  await runCli(['export', '--format', 'filebrowser', 'back'], { folder });
  await runCli(['import', 'back/config.json', 'back/users.json', '-d', 'back.db'], { folder });
  const back = await storedIn(folder, 'back.db');
  const { accessLog, commandPath, ...known } = before.server;
  const { authHook: _, ...ours } = before.server; // unused
  expect([accessLog, commandPath]).toEqual([true, '/opt/bin:/bin']);
  expect(back).toMatchObject({ ...before, server: known });

  for (const format of ['json', 'yaml']) {
    const files = [`config.${format}`, `users.${format}`] as const;
    await runCli(['config', 'export', files[0]], { folder });
    await runCli(['users', 'export', files[1]], { folder });
    await runCli(['import', ...files, '-d', `${format}.db`], { folder });
    expect(await storedIn(folder, `${format}.db`)).toMatchObject({ ...before, server: ours });
  }
});

test('writes all our keys into YAML so that they can be read back', () => {
  const { defaults, branding, tus, ...settings } = defaultGlobalSettings();
  const stored = ALL_SETTINGS.flatMap((setting) => setting.stored ?? []);
  const keys = [settings, defaults, branding, tus].flatMap((part) => Object.keys(part));
  for (const key of [...keys, ...stored]) expect(jsonKeyOf(yamlKeyOf(key))).toBe(key);
});

test('keeps and reports languages that the page lacks, of users and of the defaults', async () => {
  const folder = temporaryFolder();
  const files = exportsOf(RICH);
  const [first, second, third, fourth] = JSON.parse(files['users.json']) as object[];
  const users = [
    { ...first, locale: 'tlh' },
    { ...second, locale: 'pt_PT' },
    { ...third, locale: '' },
    { ...fourth, locale: 'sr-Latn' },
  ];
  const config = JSON.parse(files['config.json']) as { settings: { defaults: object } };
  const defaults = { ...config.settings.defaults, locale: 'eo' };
  const settings = { ...config.settings, defaults };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, settings }));
  writeFileSync(join(folder, 'users.json'), JSON.stringify(users));

  const words = ['import', 'config.json', 'users.json', '--json'];
  const { printed } = await runCli(words, { folder });
  const { adjusted } = JSON.parse(printed) as MigrationReport;
  const report = adjusted.filter(({ message }) => message.includes('the page does not support'));
  const kept = 'the value is kept, and the page uses a language of the browser';
  expect(report.map(({ message }) => message)).toEqual([
    `defaults.locale: the page does not support "eo"; ${kept}`,
    `locale: the page does not support "tlh"; ${kept}`,
    `locale: the page does not support "sr-Latn"; ${kept}`,
  ]);
  const stored = await storedIn(folder, 'filebrowser.db');
  expect(stored.users.map(({ locale }) => locale)).toEqual(['tlh', 'pt_PT', '', 'sr-Latn']);
  expect(stored.settings.defaults.locale).toBe('eo');
});
