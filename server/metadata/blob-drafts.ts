import type { Database, Reader, Writer } from './database.ts';

/** A part of a blob that is stored in object storage. */
export interface BlobPart {
  /** Number of the part, from 1. */
  readonly n: number;
  readonly size: number;
  readonly etag: string;
  readonly crc: number;
}

/** An object with the bytes after the parts of a blob, which are too few for a part. */
export interface BlobTail {
  readonly id: string;
  /** Number of the part that these bytes begin. */
  readonly n: number;
  /** Counts up with each tail of a blob. */
  readonly generation: number;
  readonly size: number;
  readonly crc: number;
}

/** The stored state of a blob that is not complete. */
export interface DraftRecord {
  /** Id of the multipart upload; undefined before the first part. */
  readonly uploadId: string | undefined;
  /** Length of all parts but the last one. Bytes. */
  readonly partSize: number;
  /** Announced length of the blob; undefined when it is not known. */
  readonly length: number | undefined;
  readonly parts: readonly BlobPart[];
  /** In the order of their generations. */
  readonly tails: readonly BlobTail[];
}

/**
 * Records what has been stored of unfinished blobs in object storage. The offset of an upload is computed from these records and never from a
 * list of the store. Each change is a transaction that may be repeated.
 */
export class BlobDrafts {
  readonly #db: Pick<Database, 'read' | 'write'>;

  constructor(db: Pick<Database, 'read' | 'write'>) {
    this.#db = db;
  }

  async find(blob: string): Promise<DraftRecord | undefined> {
    const { read } = this.#db;
    const draft = await read
      .selectFrom('blobDraft')
      .select(['uploadId', 'partSize', 'length'])
      .where('blob', '=', blob)
      .executeTakeFirst();
    if (draft === undefined) return undefined;
    const parts = await read
      .selectFrom('blobPart')
      .select(['n', 'size', 'etag', 'crc'])
      .where('blob', '=', blob)
      .orderBy('n')
      .execute();
    const { uploadId, partSize, length } = draft;
    return {
      uploadId: uploadId ?? undefined,
      partSize,
      length: length ?? undefined,
      parts,
      tails: await completeTails(read, blob),
    };
  }

  /** Creates the record of a blob, before the first of its parts or tails is stored. */
  async begin(
    blob: string,
    { partSize, length }: Pick<DraftRecord, 'partSize' | 'length'>,
  ): Promise<void> {
    await this.#write((tx) =>
      tx
        .insertInto('blobDraft')
        .values({ blob, uploadId: null, partSize, length: length ?? null })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  /** Stores the id of a new multipart upload, which has no parts yet. */
  async setUpload(blob: string, uploadId: string | undefined): Promise<void> {
    await this.#write(async (tx) => {
      await tx
        .updateTable('blobDraft')
        .set({ uploadId: uploadId ?? null })
        .where('blob', '=', blob)
        .execute();
      await tx.deleteFrom('blobPart').where('blob', '=', blob).execute();
    });
  }

  async addPart(blob: string, part: BlobPart): Promise<void> {
    const { n, size, etag, crc } = part;
    await this.#write(async (tx) => {
      await tx.deleteFrom('blobPart').where('blob', '=', blob).where('n', '=', n).execute();
      await tx.insertInto('blobPart').values({ blob, n, size, etag, crc }).execute();
    });
  }

  /** Forgets part `n` and all later ones. */
  async cutParts(blob: string, n: number): Promise<void> {
    await this.#write((tx) =>
      tx.deleteFrom('blobPart').where('blob', '=', blob).where('n', '>=', n).execute(),
    );
  }

  /** Records a tail before its bytes are written, so that they can be found and removed. */
  async beginTail(
    blob: string,
    { id, n, generation }: Pick<BlobTail, 'id' | 'n' | 'generation'>,
  ): Promise<void> {
    await this.#write((tx) =>
      tx
        .insertInto('blobTail')
        .values({ id, blob, n, generation, size: null, crc: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  /** Records that a tail is stored, so that it counts. */
  async endTail(id: string, { size, crc }: Pick<BlobTail, 'size' | 'crc'>): Promise<void> {
    await this.#write((tx) =>
      tx.updateTable('blobTail').set({ size, crc }).where('id', '=', id).execute(),
    );
  }

  /** Records that a tail does not count any more and its object will be removed. */
  async withdrawTail(id: string): Promise<void> {
    await this.#write((tx) =>
      tx.updateTable('blobTail').set({ size: null, crc: null }).where('id', '=', id).execute(),
    );
  }

  /** Returns the ids of all tails of a blob, also of those that were not completed. */
  async tailsOf(blob: string): Promise<string[]> {
    const query = this.#db.read.selectFrom('blobTail').select('id').where('blob', '=', blob);
    return (await query.execute()).map(({ id }) => id);
  }

  async forgetTail(id: string): Promise<void> {
    await this.#write((tx) => tx.deleteFrom('blobTail').where('id', '=', id).execute());
  }

  /** Returns which of these tails have a record. */
  async knownTails(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const query = this.#db.read.selectFrom('blobTail').select('id').where('id', 'in', ids);
    return new Set((await query.execute()).map(({ id }) => id));
  }

  /** Forgets a blob and its parts. */
  async forget(blob: string): Promise<void> {
    await this.#write((tx) => forgetDraft(tx, blob));
  }

  async #write(work: (tx: Writer) => Promise<unknown>): Promise<void> {
    await this.#db.write(work, { isUncached: true, isIdempotent: true });
  }
}

/** Forgets a blob that is complete, and its parts. Its tails stay recorded until their objects are removed. */
export async function forgetDraft(tx: Writer, blob: string): Promise<void> {
  await tx.deleteFrom('blobPart').where('blob', '=', blob).execute();
  await tx.deleteFrom('blobDraft').where('blob', '=', blob).execute();
}

async function completeTails(read: Reader, blob: string): Promise<BlobTail[]> {
  const rows = await read
    .selectFrom('blobTail')
    .select(['id', 'n', 'generation', 'size', 'crc'])
    .where('blob', '=', blob)
    .where('size', 'is not', null)
    .orderBy('generation')
    .execute();
  return rows.map((row) => ({ ...row, size: row.size ?? 0, crc: row.crc ?? 0 }));
}
