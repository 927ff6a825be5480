import { Sorting } from '#contract/files.ts';
import { Rule, type User, ViewMode } from '#contract/users.ts';
import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import { flag, isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import { countIdsFromLast, isUniqueViolation } from './dialect.ts';
import { foldName } from './fold-name.ts';
import type { UserTable } from './schema.ts';
import { AppError } from '../errors.ts';

/** A stored user: the fields of the API, and fields that the API never shows. Times are Unix milliseconds. */
export interface StoredUser extends Omit<User, 'password'> {
  passwordHash: string;
  /** True for a user who has created the account. */
  signedUp?: boolean;
  createdAt: number;
  /** Time of the last change. Clients with tokens issued before it are asked to renew them. */
  updatedAt: number;
  /** Time of the last use, accurate to a minute; undefined for a user without one. Does not change `updatedAt`. */
  lastSeenAt: number | undefined;
}

export type NewUser = Omit<StoredUser, 'id' | 'createdAt' | 'updatedAt' | 'lastSeenAt'>;

const Commands = z.array(z.string());
const Rules = z.array(Rule);

export async function findUserById(db: Reader, id: number): Promise<StoredUser | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
  return row && userFromRow(row);
}

/** Finds a user by the exact name, including case. */
export async function findUserByName(
  db: Reader,
  username: string,
): Promise<StoredUser | undefined> {
  if (!isStorableText(username)) return undefined;
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst();
  return row && userFromRow(row);
}

/** Returns true if a user other than `except` has a name that can be confused with this one (`foldName`). */
export async function isNameTaken(db: Reader, username: string, except?: number): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('foldedName', '=', foldName(username))
    .$if(except !== undefined, (users) => users.where('id', '!=', except ?? 0))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists all users in the order of their ids. */
export async function listUsers(db: Reader): Promise<StoredUser[]> {
  const rows = await db.selectFrom('user').selectAll().orderBy('id').execute();
  return rows.map(userFromRow);
}

/** Returns the user with the lowest id, as whom all requests act when no login is required. */
export async function findFirstUser(db: Reader): Promise<StoredUser | undefined> {
  const row = await db.selectFrom('user').selectAll().orderBy('id').limit(1).executeTakeFirst();
  return row && userFromRow(row);
}

export async function countUsers(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countAdmins(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('permAdmin', '=', 1)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a user. Throws `already-exists` for a taken name, after which the transaction cannot continue. */
export async function insertUser(tx: Writer, user: NewUser, nowMs: number): Promise<StoredUser> {
  const row = await tx
    .insertInto('user')
    .values({ ...columnsOf(user), createdAt: nowMs, updatedAt: nowMs })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(throwNameTaken);
  return userFromRow(row);
}

/** Inserts an imported user with its id, which must be free. Later users get higher ids. */
export async function insertUserWithId(
  tx: Writer,
  user: NewUser & { readonly id: number },
  nowMs: number,
): Promise<void> {
  const { id, ...rest } = user;
  await tx
    .insertInto('user')
    .values({ ...columnsOf(rest), id, createdAt: nowMs, updatedAt: nowMs })
    .execute()
    .catch(throwNameTaken);
  await countIdsFromLast(tx);
}

/**
 * Changes the given fields; returns undefined for an unknown user. Throws `already-exists` for a taken name. Use
 * `setPassword` to change a password and end sessions.
 */
export async function updateUser(
  tx: Writer,
  id: number,
  { changes, nowMs }: { changes: Partial<Omit<NewUser, 'passwordHash'>>; nowMs: number },
): Promise<StoredUser | undefined> {
  const row = await tx
    .updateTable('user')
    .set({ ...columnsOf(changes), updatedAt: nowMs })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch(throwNameTaken);
  return row && userFromRow(row);
}

/**
 * Stores the same password with another hash, without ending sessions. Returns false and changes nothing if `user`
 * has another hash by now.
 */
export async function replacePasswordHash(
  tx: Writer,
  user: Pick<StoredUser, 'id' | 'passwordHash'>,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ passwordHash })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records a use of the user. Tokens need not be renewed. */
export async function touchUser(tx: Writer, id: number, atMs: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ lastSeenAt: atMs })
    .where('id', '=', id)
    .where((is) => is.or([is('lastSeenAt', 'is', null), is('lastSeenAt', '<', atMs)]))
    .execute();
}

/** Removes a user with their sessions and unfinished uploads. The id is never assigned again. */
export async function deleteUser(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('user').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export function userFromRow(row: Selectable<UserTable>): StoredUser {
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.passwordHash,
    scope: row.scope,
    locale: row.locale,
    lockPassword: row.lockPassword === 1,
    viewMode: ViewMode.parse(row.viewMode),
    singleClick: row.singleClick === 1,
    redirectAfterCopyMove: row.redirectAfterCopyMove === 1,
    perm: permissionsFromRow(row),
    commands: Commands.parse(JSON.parse(row.commands)),
    sorting: Sorting.parse({ by: row.sortingBy, asc: row.sortingAsc === 1 }),
    rules: Rules.parse(JSON.parse(row.rules)),
    hideDotfiles: row.hideDotfiles === 1,
    dateFormat: row.dateFormat === 1,
    aceEditorTheme: row.aceEditorTheme,
    ...(row.signedUp === 1 && { signedUp: true }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    lastSeenAt: row.lastSeenAt ?? undefined,
  };
}

function permissionsFromRow(row: Selectable<UserTable>): User['perm'] {
  return {
    admin: row.permAdmin === 1,
    execute: row.permExecute === 1,
    create: row.permCreate === 1,
    rename: row.permRename === 1,
    modify: row.permModify === 1,
    delete: row.permDelete === 1,
    share: row.permShare === 1,
    download: row.permDownload === 1,
  };
}

type Columns = Omit<Insertable<UserTable>, 'id' | 'createdAt' | 'updatedAt' | 'lastSeenAt'>;

function columnsOf(user: NewUser): Columns;
function columnsOf(changes: Partial<NewUser>): Partial<Columns>;
function columnsOf(changes: Partial<NewUser>): Partial<Columns> {
  const { perm, sorting, commands, rules, ...plain } = changes;
  const { lockPassword, singleClick, redirectAfterCopyMove, hideDotfiles, ...others } = plain;
  const { dateFormat, signedUp, ...texts } = others;
  return {
    ...texts,
    ...(texts.username !== undefined && { foldedName: foldName(texts.username) }),
    ...(perm && permissionColumns(perm)),
    ...(sorting && { sortingBy: sorting.by, sortingAsc: flag(sorting.asc) }),
    ...(commands && { commands: JSON.stringify(commands) }),
    ...(rules && { rules: JSON.stringify(rules) }),
    ...(lockPassword !== undefined && { lockPassword: flag(lockPassword) }),
    ...(singleClick !== undefined && { singleClick: flag(singleClick) }),
    ...(redirectAfterCopyMove !== undefined && {
      redirectAfterCopyMove: flag(redirectAfterCopyMove),
    }),
    ...(hideDotfiles !== undefined && { hideDotfiles: flag(hideDotfiles) }),
    ...(dateFormat !== undefined && { dateFormat: flag(dateFormat) }),
    ...(signedUp !== undefined && { signedUp: flag(signedUp) }),
  };
}

function permissionColumns(perm: User['perm']) {
  return {
    permAdmin: flag(perm.admin),
    permExecute: flag(perm.execute),
    permCreate: flag(perm.create),
    permRename: flag(perm.rename),
    permModify: flag(perm.modify),
    permDelete: flag(perm.delete),
    permShare: flag(perm.share),
    permDownload: flag(perm.download),
  };
}

function throwNameTaken(cause: unknown): never {
  if (!isUniqueViolation(cause)) throw cause;
  throw userNameTaken(cause);
}

export function userNameTaken(cause?: unknown): AppError {
  return new AppError('already-exists', 'the user name is taken', { cause });
}
