import { type TreePath, parseTreePath, prefixed } from '#contract/paths.ts';
import { z } from 'zod';
import { homeOfScope } from '../../../access/actor.ts';
import { readValues } from '../../../config/read-values.ts';
import { isPasswordHash } from '../../../config/setting-types.ts';
import { ALL_SETTINGS } from '../../../config/settings.ts';
import { fromStored } from '../../../config/sources.ts';
import { StartupError } from '../../../lib/startup-error.ts';
import {
  type AuthSettings,
  defaultGlobalSettings,
  type StoredGlobalSettings,
} from '../../../metadata/setting-documents.ts';
import type { ServerSettings } from '../../../metadata/settings.ts';
import type { NewShare } from '../../../metadata/shares.ts';
import type { NewUser } from '../../../metadata/users.ts';
import { digestLegacyToken } from '../legacy-share-token.ts';
import type { LegacyConfig, LegacyDatabase, LegacyRecord } from './legacy-database.ts';
import {
  LegacyAuther,
  LegacyServer,
  LegacyShare,
  LegacyUser,
  readLegacySettings,
  readRecord,
} from './legacy-records.ts';
import { Notes } from './migration-notes.ts';
import type { MigrationReport } from './migration-report.ts';
import { noteCommands, noteLogIn, noteSignUp } from './review-settings.ts';

export type MigratedUser = NewUser & { readonly id: number };

/** A share before its item has been resolved. */
export type MigratedShare = NewShare & {
  /** The home of its owner. */
  readonly home: TreePath;
};

/** All data to store, and the report. */
export interface Migration {
  readonly users: readonly MigratedUser[];
  readonly lastUserId: number;
  readonly settings: StoredGlobalSettings;
  readonly server: ServerSettings;
  readonly auth: AuthSettings;
  readonly shares: readonly MigratedShare[];
  readonly report: MigrationReport;
}

/** Converts everything without storing it. Throws a StartupError for data that cannot be interpreted. */
export function planMigration(old: LegacyDatabase, nowMs: number): Migration {
  const notes = new Notes();
  if (old.lostTransaction) {
    notes.decide('database', 'its last change was interrupted; the state before it was migrated');
  }
  const { settings, server, auth, commandsWereOn } = planConfig(old.config, notes);
  const users = old.users.map((record) => planUser(record, notes));
  requireDistinctNames(users);
  const shares = planShares(old.shares, { users, nowMs, notes });
  const lastUserId = Math.max(old.lastUserId, ...users.map(({ id }) => id));
  noteLogIn({ settings, server, auth }, notes);
  noteSignUp(settings, notes);
  noteCommands({ settings, users, wereOn: commandsWereOn }, notes);
  const rules = users.reduce((sum, user) => sum + user.rules.length, settings.rules.length);
  return {
    users,
    lastUserId,
    settings,
    server,
    auth,
    shares,
    report: {
      users: users.length,
      links: shares.length,
      rules,
      commands: Object.values(settings.commands).flat().length,
      nextUserId: lastUserId + 1,
      adjusted: notes.adjusted,
      decisions: notes.decisions,
    },
  };
}

/** Converts the settings. An export may contain only users; then all settings have their defaults. */
function planConfig(
  old: LegacyConfig | undefined,
  notes: Notes,
): Pick<Migration, 'settings' | 'auth'> & PlannedServer {
  if (old === undefined) {
    return {
      settings: defaultGlobalSettings(),
      server: {},
      auth: authFrom({}),
      commandsWereOn: false,
    };
  }
  const settings = planSettings(old.settings, notes);
  const auth = authFrom(readRecord(LegacyAuther, old.auther));
  return { settings, auth, ...planServer(readRecord(LegacyServer, old.server), notes) };
}

function authFrom({ recaptcha, header = '', command = '' }: LegacyAuther): AuthSettings {
  return { recaptcha: recaptcha ?? null, header, command };
}

function planSettings(record: LegacyRecord, notes: Notes): StoredGlobalSettings {
  const settings = readLegacySettings(record);
  notes.adjustFields('settings', branchesOf(record.content), settings);
  notes.adjust(
    'settings',
    'the key that signs sessions is replaced: all users have to log in again',
  );
  notes.language('settings', 'defaults.locale', settings.defaults.locale);
  notes.rules('settings', settings.rules);
  return settings;
}

/** Removes fields that are reported separately: the key, an unused switch, and lists. */
function branchesOf(content: unknown): unknown {
  const { key: _, hideDotfiles: _2, rules: _3, ...rest } = z.looseObject({}).parse(content);
  return rest;
}

function planUser(record: LegacyRecord, notes: Notes): MigratedUser {
  const user = readRecord(LegacyUser, record);
  const about = `user ${user.username}`;
  const { rules: _, ...plain } = z.looseObject({}).parse(record.content);
  notes.adjustFields(about, plain, user);
  notes.language(about, 'locale', user.locale);
  notes.rules(about, user.rules);
  const { password: passwordHash, ...rest } = user;
  if (!isPasswordHash(passwordHash)) {
    notes.decide(about, 'has no valid password hash; set a password with users reset-password');
  }
  if (homeOfScope(user.scope) === undefined) {
    notes.decide(
      about,
      `the scope ${user.scope} is not a valid path; the user sees no files until it is changed`,
    );
  }
  return { ...rest, passwordHash };
}

function requireDistinctNames(users: readonly MigratedUser[]): void {
  const names = new Set<string>();
  for (const { username } of users) {
    if (names.has(username)) throw new StartupError(`two users have the name ${username}`);
    names.add(username);
  }
}

interface SharePlanning {
  readonly users: readonly MigratedUser[];
  readonly nowMs: number;
  readonly notes: Notes;
}

function planShares(records: readonly LegacyRecord[], planning: SharePlanning): MigratedShare[] {
  return records.flatMap((record) => planShare(readRecord(LegacyShare, record), planning) ?? []);
}

/** Returns undefined for an expired share, and for one whose owner does not exist. */
function planShare(
  share: LegacyShare,
  { users, nowMs, notes }: SharePlanning,
): MigratedShare | undefined {
  const about = `share ${share.hash}`;
  if (share.expire !== 0 && share.expire <= nowMs / 1_000) {
    notes.adjust(about, 'has expired; it is not migrated');
    return undefined;
  }
  const owner = users.find(({ id }) => id === share.userID);
  if (owner === undefined) {
    notes.adjust(about, 'its owner was deleted; it is not migrated');
    return undefined;
  }
  const home = homeOfScope(owner.scope);
  const path = parseTreePath(share.path);
  if (home === undefined || path === undefined) {
    notes.decide(about, `${share.path} is not a valid path; the share is not migrated`);
    return undefined;
  }
  return {
    hash: share.hash,
    userId: owner.id,
    home,
    path: prefixed(home, path),
    isFolder: share.path.endsWith('/'),
    item: undefined,
    passwordHash: share.password_hash === '' ? undefined : share.password_hash,
    legacyTokenDigest: share.token === '' ? undefined : digestLegacyToken(share.token),
    expire: share.expire,
    createdAt: nowMs,
  };
}

const KNOWN_KEYS = new Set(ALL_SETTINGS.flatMap(({ stored }) => stored ?? []));

export interface PlannedServer {
  readonly server: ServerSettings;
  /** True if File Browser 2 ran commands. */
  readonly commandsWereOn: boolean;
}

/**
 * Converts the server record. Leaves out values that would prevent the server from starting, and disables commands
 * until an operator enables them here.
 */
export function planServer(old: ServerSettings, notes: Notes): PlannedServer {
  const entries = Object.entries(old).filter(([key, value]) => isKept(key, value, notes));
  const server = Object.fromEntries(entries);
  const commandsWereOn = server['enableExec'] === true;
  return {
    server: commandsWereOn ? { ...server, enableExec: false } : server,
    commandsWereOn,
  };
}

function isKept(key: string, value: unknown, notes: Notes): boolean {
  if (!KNOWN_KEYS.has(key)) {
    if (!isNothing(value)) {
      notes.adjust(
        'server',
        `${key} is not a setting of this version; it is kept but has no effect`,
      );
    }
    return true;
  }
  const problem = problemOf(key, value);
  if (problem === undefined) return true;
  notes.adjust('server', `${problem}; it is not migrated, and the default is used`);
  return false;
}

function isNothing(value: unknown): boolean {
  return value === '' || value === false || value === null || value === undefined;
}

/** Returns the warning that the start would log. */
function problemOf(key: string, value: unknown): string | undefined {
  try {
    return readValues(fromStored({ [key]: value })).warnings[0]?.replace(/; [^;]*$/, '');
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}
