import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../../cluster/cluster.ts';
import { untilDone } from '../../lib/until-done.ts';
import type { Database } from '../../metadata/database.ts';
import {
  claimUpload,
  releaseUpload,
  uploadClaimant,
  uploadClaimKey,
} from '../../metadata/claims.ts';
import { UploadLocks, type UploadPath } from './upload-locks.ts';

/** Interval at which a request looks whether another server has let an upload go. Milliseconds. */
const POLL_EVERY_MS = 100;
/** Time that another server has to let an upload go. Milliseconds. */
const MAX_WAITING_MS = 10_000;

const CLAIMING = { isIdempotent: true, isUncached: true } as const;

interface Dependencies {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly cluster: Cluster;
  /** Id of this server. */
  readonly server: string;
}

/**
 * Allows one writer at a time for each upload in a cluster. A server claims an upload in the database while it writes, and lets it go when another
 * server wants it, as it does for its own requests.
 */
export class ClusterUploadLocks extends UploadLocks {
  readonly #dependencies: Dependencies;
  /** Removals of claims that are under way, by key. A new claim waits for them, because they would remove it, too. */
  readonly #removals = new Map<string, Promise<void>>();

  constructor(dependencies: Dependencies) {
    super();
    this.#dependencies = dependencies;
    dependencies.cluster.onMessage((message) => {
      if (message.kind === 'upload-wanted') this.#letGo(message.key);
    });
  }

  override hold<T extends object | number>(
    upload: UploadPath,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const { db, server } = this.#dependencies;
    const key = uploadClaimKey(upload);
    const held = super.hold<{ readonly value: T | undefined }>(upload, async (stop) => {
      try {
        await this.#removals.get(key);
        const isMine = await db.write((tx) => claimUpload(tx, key, server), CLAIMING);
        return { value: isMine ? await work(stop) : undefined };
      } finally {
        // Also after a failure, which may come after the claim was stored. Claims of other servers stay.
        await this.#release(key);
      }
    });
    return held.then((outcome) => outcome?.value);
  }

  override async stopWriter(upload: UploadPath): Promise<void> {
    await super.stopWriter(upload);
    const { cluster } = this.#dependencies;
    const key = uploadClaimKey(upload);
    const untilMs = performance.now() + MAX_WAITING_MS;
    for (;;) {
      const isFree = (await this.#otherWriter(key)) === undefined;
      if (isFree || performance.now() > untilMs) return;
      cluster.send({ kind: 'upload-wanted', key });
      await delay(POLL_EVERY_MS);
    }
  }

  /** Resolves with true while this server or another one writes the upload. */
  override async isHeld(upload: UploadPath): Promise<boolean> {
    if (await super.isHeld(upload)) return true;
    return (await this.#otherWriter(uploadClaimKey(upload))) !== undefined;
  }

  async #otherWriter(key: string): Promise<string | undefined> {
    const { db, server } = this.#dependencies;
    const claimant = await uploadClaimant(db.read, key);
    return claimant === server ? undefined : claimant;
  }

  #letGo(key: string): void {
    for (const upload of this.held()) {
      if (uploadClaimKey(upload) === key) void super.stopWriter(upload);
    }
  }

  /** Never rejects: while the database is unavailable, the claim stays, and is removed later unless a request has claimed it again. */
  #release(key: string): Promise<void> {
    return untilDone(
      () => this.#removeClaim(key),
      () => !this.held().some((upload) => uploadClaimKey(upload) === key),
    );
  }

  async #removeClaim(key: string): Promise<void> {
    const { db, server } = this.#dependencies;
    await this.#removals.get(key);
    const removed = db.write((tx) => releaseUpload(tx, key, server), CLAIMING);
    const ended = removed.catch(() => undefined).then(() => void this.#removals.delete(key));
    this.#removals.set(key, ended);
    await removed;
  }
}
