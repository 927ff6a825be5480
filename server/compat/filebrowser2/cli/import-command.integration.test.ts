import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { PublicFile } from '#contract/shares.ts';
import type { DatabaseConfig } from '../../../config/config.ts';
import { defaultGlobalSettings } from '../../../metadata/setting-documents.ts';
import {
  readAuthSettings,
  readGlobalSettings,
  readServerSettings,
} from '../../../metadata/settings.ts';
import { listShares } from '../../../metadata/shares.ts';
import { insertUser, listUsers, type StoredUser } from '../../../metadata/users.ts';
import { startTestApp } from '../../../testing/app.ts';
import { runCli } from '../../../testing/cli.ts';
import { describeOnEachEngine, openForTest } from '../../../testing/engines.ts';
import {
  legacyFolder,
  stateOf,
  answerOf,
  type Fields,
  LEGACY_DATABASES,
  legacyDatabase,
} from '../recorded-databases.test-tools.ts';
import { runWatched } from '../../../testing/run-watched.ts';
import type { MigrationReportDocument } from '../migration/migration-report.ts';
import { aStoredUser } from '../../../testing/stored-records.ts';

const RICH = 'v2.63.23-rich';

/** Databases that suffice on engines where creating a database takes long. */
const FEW = ['v2.0.16', 'v2.63.23-many', RICH];

function wordOf(database: DatabaseConfig): string {
  return database.kind === 'sqlite' ? database.file : database.url;
}

describeOnEachEngine('import', (engine) => {
  async function imported(name: string) {
    const { folder, old } = legacyFolder(name);
    const before = stateOf(old);
    const target = await engine.emptyDatabase();
    const words = ['import', 'filebrowser.db', '--database', wordOf(target), '--json'];
    const { printed } = await runCli(words, { folder });
    expect(stateOf(old)).toEqual(before);
    return {
      db: await openForTest(target),
      target,
      report: JSON.parse(printed) as MigrationReportDocument,
    };
  }

  test.each(engine.kind === 'sqlite' ? LEGACY_DATABASES : FEW)(
    'the database %s comes over with every field as it was',
    async (name) => {
      const { db, report } = await imported(name);
      const { records, bolt } = answerOf(name);
      const { settings, server, auther } = records.config;

      const users = await listUsers(db.read);
      expect(users.map(withoutTimes)).toEqual(
        Object.values(records.User ?? {})
          .map(expectedUser)
          .toSorted(byId),
      );

      expect(await readGlobalSettings(db.read)).toEqual(expectedSettings(settings));
      // Commands stay off until an operator enables them here.
      expect(await readServerSettings(db.read)).toEqual(
        server['enableExec'] === true ? { ...server, enableExec: false } : server,
      );
      expect(await readAuthSettings(db.read)).toMatchObject(auther);

      const shares = await listShares(db.read, { nowMs: Date.now() });
      const links = shares.map(
        ({ hash, userId, path, isFolder, passwordHash, legacyTokenDigest, expire }) => ({
          ...{ hash, userId, path, isFolder, passwordHash, legacyTokenDigest, expire },
        }),
      );
      expect(links.toSorted(byHash)).toEqual(expectedLinks(records.User, records.Link));
      expect(report).toMatchObject({ users: users.length, links: links.length });

      const added = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'new one' }), 1));
      expect([added.id, report.nextUserId]).toEqual([bolt.next_user_id, bolt.next_user_id]);
    },
  );

  test('accepts old passwords, and opens old shares', async () => {
    const { target } = await imported(RICH);
    const answer = answerOf(RICH);
    const docs = answer.shares.find(({ state }) => state === 'permanent, folder, password');
    const file = answer.shares.find(({ state }) => state === 'permanent, file');
    const home = String(answer.records.User?.['2']?.['scope']);
    await using app = await startTestApp({
      config: { database: target },
      files: { [`${home}/a.txt`]: 'from ann', [`${home}/docs/b.txt`]: 'bee' },
    });

    // The captcha of this database cannot be reached here.
    await app.db.write((tx) => tx.deleteFrom('setting').where('key', '=', 'auth').execute());
    const logIn = (username: string, password: string | null) =>
      app.visitor.post('/api/login', { body: JSON.stringify({ username, password }) });
    for (const { username, plain_password: password } of answer.users) {
      expect([username, (await logIn(username, password)).status]).toEqual([username, 200]);
    }
    expect((await logIn('ann', 'another password')).status).toBe(403);
    const [, ann] = await listUsers(app.db.read);
    expect(ann?.passwordHash).toMatch(/^\$argon2id\$/);

    expect((await app.visitor.get(`/api/public/dl/${file?.hash}`)).text).toBe('from ann');
    const path = `/api/public/share/${docs?.hash}/b.txt`;
    expect((await app.visitor.get(path)).status).toBe(401);
    const headers = { 'X-SHARE-PASSWORD': docs?.plain_password ?? '' };
    const opened = await app.visitor.get(path, { headers });
    expect(opened.json<PublicFile>()).toMatchObject({ name: 'b.txt', size: 3 });

    // Addresses that were sent by mail years ago contain the token, as do those on the page.
    const token = String(answer.records.Link?.[String(docs?.hash)]?.['token']);
    const mailed = await app.visitor.get(`/api/public/dl/${docs?.hash}/b.txt?token=${token}`);
    expect([mailed.status, mailed.text]).toEqual([200, 'bee']);
    expect((await app.visitor.get(`${path}?token=${token}`)).json<PublicFile>().token).toBe(token);
    expect((await app.visitor.get(`${path}?token=${token}x`)).status).toBe(401);
    expect((await app.visitor.get(`${path}?token=`)).status).toBe(401);
  }, 60_000);

  test('leaves nothing behind when killed, and imports everything the next time', async () => {
    const { folder } = legacyFolder(RICH);
    const target = await engine.emptyDatabase();
    const words = ['import', 'filebrowser.db', '--database', wordOf(target)];
    expect(runWatched({ kill: 'insert into share' }, words, folder).signal).toBe('SIGKILL');
    await runCli(words, { folder });
    if (target.kind === 'sqlite') {
      expect(readdirSync(dirname(target.file))).toEqual([basename(target.file)]);
    }
    const { read } = await openForTest(target);
    expect(await listUsers(read)).toHaveLength(7);
    const again = runCli(words, { folder });
    await expect(again).rejects.toThrow('the database has users or settings already');
    // One of the shares expires some day.
    expect([7, 8]).toContain((await listShares(read, { nowMs: 0 })).length);
  }, 60_000);
});

function withoutTimes(stored: StoredUser) {
  const { createdAt: _, updatedAt: _2, lastSeenAt: _3, ...user } = stored;
  return user;
}

function byId(one: Fields, other: Fields): number {
  return Number(one['id']) - Number(other['id']);
}

function byHash(one: { readonly hash: string }, other: { readonly hash: string }): number {
  return one.hash < other.hash ? -1 : 1;
}

/** Fields that older versions lacked are off. */
const NEWER_FIELDS = {
  singleClick: false,
  redirectAfterCopyMove: false,
  hideDotfiles: false,
  dateFormat: false,
  aceEditorTheme: '',
};

function expectedUser({ password, ...user }: Fields): Fields {
  return { ...NEWER_FIELDS, ...user, passwordHash: password };
}

/** Returns the settings with the defaults of File Browser 2 (compatibility.md 7.3). */
function expectedSettings(old: Fields): Fields {
  const { key: _, hideDotfiles: _2, ...stored } = old;
  const standard = defaultGlobalSettings();
  return {
    ...standard,
    hideLoginButton: false,
    ...stored,
    logoutPage: stored['logoutPage'] || standard.logoutPage,
    userHomeBasePath: stored['userHomeBasePath'] || standard.userHomeBasePath,
    fileMode: stored['fileMode'] || standard.fileMode,
    dirMode: stored['dirMode'] || standard.dirMode,
    defaults: { ...NEWER_FIELDS, ...(stored['defaults'] as Fields) },
    branding: { ...standard.branding, ...(stored['branding'] as Fields) },
  };
}

function expectedLinks(
  users: Readonly<Record<string, Fields>> = {},
  links: Readonly<Record<string, Fields>> = {},
) {
  const living = Object.values(links).flatMap((link) => {
    const scope = users[String(link['userID'])]?.['scope'];
    const expire = Number(link['expire']);
    const hasEnded = expire !== 0 && expire <= Date.now() / 1_000;
    if (typeof scope !== 'string' || hasEnded) return [];
    const asked = String(link['path']);
    const path = `${scope === '.' || scope === '/' ? '' : scope}${asked}`;
    return {
      hash: String(link['hash']),
      userId: link['userID'],
      path: path.length > 1 ? path.replace(/\/$/, '') : path,
      isFolder: asked.endsWith('/'),
      passwordHash: link['password_hash'],
      legacyTokenDigest: digestOf(link['token']),
      expire,
    };
  });
  return living.toSorted(byHash);
}

function digestOf(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined;
  return createHash('sha256').update(token).digest('base64url');
}

test('reports the same in a dry run and stores nothing', async () => {
  const { folder } = legacyFolder(RICH);
  const dry = await runCli(['import', 'filebrowser.db', '--dry-run'], { folder });
  expect(existsSync(join(folder, 'filebrowser.sqlite'))).toBe(false);
  const wet = await runCli(['import', 'filebrowser.db'], { folder });
  expect(wet.printed).toBe(dry.printed);
  // One of the shares expires some day.
  expect(dry.printed).toMatch(/7 users, [78] shares/);
  expect(dry.printed).toContain('its owner was deleted');
  expect(dry.printed).toContain('a line is a program and its arguments, except with --allowShell');
});

test('resolves shares below the root, and names those whose item is missing', async () => {
  const { folder } = legacyFolder(RICH);
  const { shares, records } = answerOf(RICH);
  const file = shares.find(({ state }) => state === 'permanent, file');
  const missing = shares.find(({ state }) => state === 'permanent, folder, password');
  const path = join(folder, 'srv', String(records.User?.['2']?.['scope']), file?.path ?? '');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  const words = ['import', 'filebrowser.db', '--root', 'srv', '--dryRun', '--json'];
  const { decisions } = JSON.parse(
    (await runCli(words, { folder })).printed,
  ) as MigrationReportDocument;
  const about = decisions.filter(({ message }) =>
    message.includes('its item does not exist; the share works once'),
  );
  expect(about.map((note) => note.about)).toContain(`share ${missing?.hash}`);
  expect(about.map((note) => note.about)).not.toContain(`share ${file?.hash}`);
});

test('refuses a truncated file with an explanation, and creates nothing', async () => {
  const { folder, old } = legacyFolder(RICH);
  writeFileSync(old, legacyDatabase(RICH).subarray(0, 50_000));
  const refused = runCli(['import', 'filebrowser.db', '-d', 'new.sqlite'], { folder });
  await expect(refused).rejects.toThrow(`${old}: the file ends after 50000 bytes`);
  expect(existsSync(join(folder, 'new.sqlite'))).toBe(false);
});
