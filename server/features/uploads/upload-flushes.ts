import { AppError } from '../../errors.ts';
import type { Database } from '../../metadata/database.ts';
import {
  findUploadById,
  setFlushedBytes,
  setUploadBoot,
  type StoredUpload,
} from '../../metadata/uploads.ts';
import type { StorageDriver } from '../../storage/driver.ts';

/** Maximum number of acknowledged bytes of one upload that a power cut may take. */
const MAX_UNFLUSHED_BYTES = 64 * 1024 * 1024;
/** Time from the arrival of a byte to the beginning of its flush, which then has time to end within two seconds. Milliseconds. */
const FLUSH_AFTER_MS = 1_000;

/** Failures that leave the written bytes in the memory of the kernel, to be flushed later. */
const LOSES_NOTHING: ReadonlySet<string> = new Set(['not-answering', 'not-found', 'shutting-down']);

/** Failures to publish an upload that come before its flush or after it. */
const FLUSH_DID_NOT_FAIL: ReadonlySet<string> = new Set([
  ...LOSES_NOTHING,
  'already-exists',
  'forbidden',
  'locked',
  'root-missing',
]);

interface Dependencies {
  readonly tree: { readonly driver: Pick<StorageDriver, 'openTemporaryFile'> };
  readonly db: Database;
}

type OpenUpload = Pick<StoredUpload, 'id' | 'flushedBytes'>;

interface Progress {
  /** Bytes that the partial upload has. */
  written: number;
  /** Bytes whose flush is stored. */
  flushed: number;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
}

/**
 * Flushes unfinished uploads in the background, at the latest 64 MiB or two seconds after their bytes have arrived, and stores how
 * far: after a power cut an upload is resumed there.
 */
export class UploadFlushes {
  readonly #tree: Dependencies['tree'];
  readonly #db: Database;
  readonly #open = new Map<number, Progress>();
  /** Uploads of which a flush has failed. */
  readonly #failed = new Set<number>();

  constructor({ tree, db }: Dependencies) {
    this.#tree = tree;
    this.#db = db;
  }

  /** Records that the first `written` bytes of an upload have been handed to the kernel. Called after each write. */
  record({ id, flushedBytes }: OpenUpload, written: number): void {
    if (this.#failed.has(id)) return;
    const progress = this.#progressOf(id, flushedBytes);
    progress.written = written;
    if (written - progress.flushed >= MAX_UNFLUSHED_BYTES) void this.#begin(id, progress);
    else this.#schedule(id, progress);
  }

  /** Returns the number of bytes that this process has recorded; undefined when it knows of none that are not flushed and stored. */
  writtenBytes({ id }: Pick<OpenUpload, 'id'>): number | undefined {
    return this.#open.get(id)?.written;
  }

  /** Resolves once at most 64 MiB of the upload are not flushed: before they are acknowledged. */
  async withinLimit({ id }: OpenUpload): Promise<void> {
    for (;;) {
      const progress = this.#open.get(id);
      if (!progress || progress.written - progress.flushed <= MAX_UNFLUSHED_BYTES) return;
      await (progress.running ?? this.#begin(id, progress));
    }
  }

  /** Resolves once all recorded bytes are flushed and that is stored, unless it fails. */
  async store({ id }: Pick<OpenUpload, 'id'>): Promise<void> {
    const progress = this.#open.get(id);
    if (progress === undefined) return;
    await progress.running;
    if (progress.written > progress.flushed) await this.#begin(id, progress);
  }

  /**
   * Records that a finished upload could not be published. Unless `error` shows that its flush has not failed, the upload is resumed at
   * the bytes that are known to be flushed. Never rejects.
   */
  async recordPublishFailure({ id }: OpenUpload, error: unknown): Promise<void> {
    if (error instanceof AppError && FLUSH_DID_NOT_FAIL.has(error.code)) return;
    // Read before the running flush ends, which may report bytes as flushed that the failed flush has lost.
    const upload = await findUploadById(this.#db.read, id).catch(() => undefined);
    await this.stop({ id });
    this.#failed.add(id);
    if (upload !== undefined) await this.#distrust(upload);
  }

  /** True when bytes behind the flushed ones may have been lost although this boot has written them. */
  hasFailed({ id }: OpenUpload): boolean {
    return this.#failed.has(id);
  }

  /** Waits for the running flush and forgets the upload, whose file has been published, truncated or removed. */
  async stop({ id }: Pick<OpenUpload, 'id'>): Promise<void> {
    const progress = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(progress?.timer);
    await progress?.running;
    this.#failed.delete(id);
  }

  /** Flushes all uploads. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#open].map(async ([id, progress]) => {
        clearTimeout(progress.timer);
        await progress.running;
        if (progress.written > progress.flushed) await this.#begin(id, progress);
        clearTimeout(progress.timer);
      }),
    );
  }

  #progressOf(id: number, flushed: number): Progress {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const progress = { written: flushed, flushed, timer: undefined, running: undefined };
    this.#open.set(id, progress);
    return progress;
  }

  #schedule(id: number, progress: Progress): void {
    if (progress.timer !== undefined || progress.running !== undefined) return;
    progress.timer = setTimeout(() => void this.#begin(id, progress), FLUSH_AFTER_MS).unref();
  }

  /** Never rejects. */
  #begin(id: number, progress: Progress): Promise<void> {
    clearTimeout(progress.timer);
    progress.timer = undefined;
    progress.running ??= this.#flush(id, progress).finally(() => {
      progress.running = undefined;
      if (this.#open.get(id) !== progress) return;
      if (progress.written > progress.flushed) this.#schedule(id, progress);
      else this.#open.delete(id);
    });
    return progress.running;
  }

  async #flush(id: number, progress: Progress): Promise<void> {
    const { written } = progress;
    const upload = await findUploadById(this.#db.read, id).catch(() => undefined);
    if (upload === undefined || upload.partName === '' || upload.finishedAt !== undefined) {
      this.#open.delete(id);
      return;
    }
    try {
      await this.#flushPart(upload);
    } catch (error) {
      this.#open.delete(id);
      const isKept = error instanceof AppError && LOSES_NOTHING.has(error.code);
      if (!isKept) await this.#distrust(upload);
      return;
    }
    try {
      await this.#db.write((tx) => setFlushedBytes(tx, upload, written), {
        isIdempotent: true,
        isUncached: true,
      });
      progress.flushed = written;
    } catch {
      // The database is unavailable: the next flush stores how far it has come.
      this.#open.delete(id);
    }
  }

  async #flushPart({ folder, partName }: StoredUpload): Promise<void> {
    const temporaryFile = await this.#tree.driver.openTemporaryFile({ folder, partName });
    if (temporaryFile === undefined) throw new AppError('not-found', 'the partial upload is gone');
    try {
      await temporaryFile.flush();
    } finally {
      await temporaryFile.close();
    }
  }

  /**
   * Lets the upload be resumed at the bytes that are known to be flushed. The kernel reports a failed flush only once, and treats the bytes that it
   * could not write as written from then on.
   */
  async #distrust(upload: StoredUpload): Promise<void> {
    this.#failed.add(upload.id);
    const { flushedBytes } = upload;
    await this.#db
      .write((tx) => setUploadBoot(tx, upload, { flushedBytes, bootId: undefined }), {
        isIdempotent: true,
        isUncached: true,
      })
      .catch(() => undefined); // While this process runs, `#failed` has the same effect.
  }
}
