import { AppError } from '../../errors.ts';
import type { StoredUpload } from '../../metadata/uploads.ts';

/** Another request may take an upload that has just been released. */
const MAX_ATTEMPTS = 5;

/** Identifies an upload: a user has at most one to a path. */
export type UploadPath = Pick<StoredUpload, 'userId' | 'path'>;

interface Holder {
  readonly upload: UploadPath;
  readonly stop: AbortController;
  readonly released: Promise<void>;
}

/**
 * Allows one writer at a time for each upload. A request for the offset may stop the present writer: after a lost connection, that one would
 * hold the upload until the server notices.
 */
export class UploadLocks {
  readonly #holders = new Map<string, Holder>();

  /** Runs `work` as the only writer. Returns undefined, without running it, when there is one already. */
  async hold<T extends object | number>(
    upload: UploadPath,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const key = keyOf(upload);
    if (this.#holders.has(key)) return undefined;
    const stop = new AbortController();
    const running = work(stop.signal).finally(() => this.#holders.delete(key));
    const ignore = (): void => undefined;
    this.#holders.set(key, { upload, stop, released: running.then(ignore, ignore) });
    return running;
  }

  /**
   * Runs `work` as the only writer, after the present one, if there is one, has written what it has received and let go. Throws `locked`
   * when others take the upload each time.
   */
  async takeOver<T extends object | number>(
    upload: UploadPath,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await this.stopWriter(upload);
      const result = await this.hold(upload, work);
      if (result !== undefined) return result;
    }
    throw new AppError('locked', 'other requests keep writing this upload');
  }

  /** Stops the present writer. Resolves when it has let go. */
  async stopWriter(upload: UploadPath): Promise<void> {
    const holder = this.#holders.get(keyOf(upload));
    holder?.stop.abort();
    await holder?.released;
  }

  /** Resolves with true while the upload has a writer. */
  async isHeld(upload: UploadPath): Promise<boolean> {
    return this.#holders.has(keyOf(upload));
  }

  /** Returns the uploads that are being written. */
  protected held(): UploadPath[] {
    return [...this.#holders.values()].map(({ upload }) => upload);
  }
}

function keyOf({ userId, path }: UploadPath): string {
  return `${userId} ${path}`;
}
