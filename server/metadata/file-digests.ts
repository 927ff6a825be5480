import type { Reader, Writer } from './database.ts';

/** The SHA-256 of a file whose bytes were verified, and the version of the file that has it. */
export interface StoredDigest {
  readonly fingerprint: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedNs: bigint;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  /** Unix milliseconds. */
  readonly storedAt: number;
}

/** Returns the digest of a file by its fingerprint. The caller compares size and time. */
export async function findDigest(
  db: Reader,
  fingerprint: string,
): Promise<StoredDigest | undefined> {
  const row = await db
    .selectFrom('fileDigest')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row && { ...row, modifiedNs: BigInt(row.modifiedNs) };
}

/** Stores digests. Replaces those of earlier versions of the same files. */
export async function storeDigests(tx: Writer, digests: readonly StoredDigest[]): Promise<void> {
  for (const digest of digests) {
    const row = { ...digest, modifiedNs: String(digest.modifiedNs) };
    const { fingerprint: _, ...facts } = row;
    await tx
      .insertInto('fileDigest')
      .values(row)
      .onConflict((taken) => taken.column('fingerprint').doUpdateSet(facts))
      .execute();
  }
}

/** Removes the digest of a file that has changed since. */
export async function removeDigest(
  tx: Writer,
  { fingerprint, sha256 }: Pick<StoredDigest, 'fingerprint' | 'sha256'>,
): Promise<void> {
  await tx
    .deleteFrom('fileDigest')
    .where('fingerprint', '=', fingerprint)
    .where('sha256', '=', sha256)
    .execute();
}

/** Removes at most `most` of the oldest digests while there are more than `kept`. Resolves with their number. */
export async function removeOldDigests(tx: Writer, kept: number, most: number): Promise<number> {
  const { count } = await tx
    .selectFrom('fileDigest')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const surplus = Math.min(most, Number(count) - kept);
  if (surplus <= 0) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('fileDigest')
    .where('fingerprint', 'in', (digests) =>
      digests.selectFrom('fileDigest').select('fingerprint').orderBy('storedAt').limit(surplus),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
