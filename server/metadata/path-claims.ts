import { sql } from 'kysely';
import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';

/** First of the two numbers of the advisory lock under which claims are compared and stored; the others are in postgres-owner.ts. */
const LOCK_CLASS = 0x4642_0002;

/** `write` is a short write at the path itself. */
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

/**
 * Lets one transaction at a time compare and store claims. They are not waited for until they are on the disk: a crash of PostgreSQL may take
 * the latest with it, and then it has also ended the sessions of all servers.
 */
export async function beginClaiming(tx: Writer): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
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
  // The transaction may be repeated.
  await tx.deleteFrom('pathClaim').where('id', '=', id).execute();
  const rows = claims.map(({ path, access }) => ({ id, server, path, access }));
  await tx.insertInto('pathClaim').values(rows).execute();
}

export async function removeClaims(tx: Writer, id: string): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
  await tx.deleteFrom('pathClaim').where('id', '=', id).execute();
}
