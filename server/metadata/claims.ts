import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';
import type { StoredUpload } from './uploads.ts';

/** First of the two numbers of the advisory lock under which claims are compared and stored; the others are in postgres-owner.ts. */
const LOCK_CLASS = 0x4642_0002;

/** How an operation uses a claimed path; see tree/path-locks.ts. `write` is a short write at the path itself. */
export type ClaimAccess = 'exclusive' | 'shared' | 'write';

/** A path that an operation of some server of the cluster claims. */
export interface StoredClaim {
  readonly server: string;
  /** Folded, without symlinks. */
  readonly path: TreePath;
  readonly access: ClaimAccess;
}

/** The claims of one operation. */
export interface ClaimSet {
  /** Identifies the operation. */
  readonly id: string;
  readonly server: string;
  readonly claims: readonly Pick<StoredClaim, 'path' | 'access'>[];
}

/** Makes the transaction the only one that compares and stores claims on paths. */
export async function beginClaiming(tx: Writer): Promise<void> {
  await commitLater(tx);
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, hashtext(coalesce(current_schema(), '')))`.execute(
    tx,
  );
}

/** Lists the claims of all other servers. */
export async function listClaimsOfOthers(db: Reader, server: string): Promise<StoredClaim[]> {
  const rows = await db
    .selectFrom('pathClaim')
    .select(['server', 'path', 'access'])
    .where('server', '!=', server)
    .execute();
  // Only TreePaths and values of ClaimAccess are stored.
  return rows as unknown as StoredClaim[];
}

export async function insertClaims(tx: Writer, { id, server, claims }: ClaimSet): Promise<void> {
  if (claims.length === 0) return;
  // The transaction may run twice.
  await tx.deleteFrom('pathClaim').where('id', '=', id).execute();
  const rows = claims.map(({ path, access }) => ({ id, server, path, access }));
  await tx.insertInto('pathClaim').values(rows).execute();
}

export async function removeClaims(tx: Writer, id: string): Promise<void> {
  await commitLater(tx);
  await tx.deleteFrom('pathClaim').where('id', '=', id).execute();
}

/** Returns the key of the claim on an upload: a digest, because paths can be too long for an index. */
export function uploadClaimKey({ userId, path }: Pick<StoredUpload, 'userId' | 'path'>): string {
  return createHash('sha256').update(`${userId} ${path}`).digest('hex');
}

/** Claims an upload for a server. Returns false while another server has it. */
export async function claimUpload(tx: Writer, key: string, server: string): Promise<boolean> {
  await commitLater(tx);
  await tx
    .insertInto('uploadClaim')
    .values({ key, server })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await uploadClaimant(tx, key)) === server;
}

/** Returns the server that is writing an upload. */
export async function uploadClaimant(db: Reader, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('uploadClaim')
    .select('server')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.server;
}

export async function releaseUpload(tx: Writer, key: string, server: string): Promise<void> {
  await commitLater(tx);
  await tx.deleteFrom('uploadClaim').where('key', '=', key).where('server', '=', server).execute();
}

/** Removes the claims of servers that are not among `alive`. The caller has claimed the paths of their operations before. */
export async function removeClaimsOfOthers(tx: Writer, alive: readonly string[]): Promise<void> {
  await tx.deleteFrom('pathClaim').where('server', 'not in', alive).execute();
  await tx.deleteFrom('uploadClaim').where('server', 'not in', alive).execute();
}

/**
 * Lets the transaction commit without waiting for the disk. A crash of PostgreSQL may lose the latest claims. It also ends the sessions of all
 * servers, whose operations then fail.
 */
async function commitLater(tx: Writer): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}
