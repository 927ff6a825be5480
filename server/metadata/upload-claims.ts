import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { StoredUpload } from './uploads.ts';

/** Returns the key of the claim on an upload: paths can be longer than what an index takes. */
export function uploadClaimKey({ userId, path }: Pick<StoredUpload, 'userId' | 'path'>): string {
  return createHash('sha256').update(`${userId} ${path}`).digest('hex');
}

/** Claims an upload for a server. Returns false while another server has it. */
export async function claimUpload(tx: Writer, key: string, server: string): Promise<boolean> {
  await sql`set local synchronous_commit = off`.execute(tx);
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
  await sql`set local synchronous_commit = off`.execute(tx);
  await tx.deleteFrom('uploadClaim').where('key', '=', key).where('server', '=', server).execute();
}
