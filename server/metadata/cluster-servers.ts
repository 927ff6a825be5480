import type { Database, Reader, Writer } from './database.ts';

/** A server of a cluster: one that runs, or one that is dead and whose work has not been recovered yet. Times are Unix milliseconds. */
export interface ClusterServer {
  readonly id: string;
  /** Name of its machine. */
  readonly name: string;
  readonly startedAt: number;
  /** Set when the server has left or counts as dead. It cannot take its lease again then. */
  readonly endedAt: number | undefined;
}

export async function insertServer(
  db: Database,
  { id, name }: Pick<ClusterServer, 'id' | 'name'>,
): Promise<void> {
  const values = { id, name, startedAt: Date.now(), endedAt: null };
  await db.write(
    (tx) =>
      tx
        .insertInto('clusterServer')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    { isIdempotent: true },
  );
}

/** Lists the servers, the oldest first. */
export async function listServers(db: Reader): Promise<ClusterServer[]> {
  const rows = await db.selectFrom('clusterServer').selectAll().orderBy('startedAt').execute();
  return rows.map((row) => ({ ...row, endedAt: row.endedAt ?? undefined }));
}

/**
 * Marks a server as dead, unless `isAlive` resolves with true. Locks its row before it calls `isAlive`: a server that takes its lease again locks
 * the row, too, so it cannot do so in between. Returns false if the server is alive.
 */
export async function markServerEnded(
  tx: Writer,
  id: string,
  isAlive: (tx: Writer) => Promise<boolean>,
): Promise<boolean> {
  await tx.selectFrom('clusterServer').select('id').where('id', '=', id).forUpdate().execute();
  if (await isAlive(tx)) return false;
  await tx
    .updateTable('clusterServer')
    .set({ endedAt: Date.now() })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  return true;
}

/** Forgets servers whose work has been recovered. */
export async function removeServers(tx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('clusterServer').where('id', 'in', ids).execute();
}
