import type { TreePath } from '#contract/paths.ts';
import { LruMap } from '../lib/lru-map.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Time within which saves of one user leave one version, that from before the first of them. Milliseconds. */
const BURST_MS = 60_000;
/** Number of files of which the last save is known. */
const MAX_FILES = 10_000;

interface Burst {
  readonly userId: number;
  /** Time of the first save. Unix milliseconds. */
  readonly since: number;
  /** The file that the last save has left. */
  readonly left: Pick<EntryStat, 'identity' | 'modifiedNs' | 'size'>;
}

/** Remembers recent saves. What a save replaces needs no version if the same user has saved it within a minute, and nothing else has changed it since. */
export class SaveBursts {
  readonly #bursts = new LruMap<TreePath, Burst>(MAX_FILES);

  /** Returns the time at which the burst began to which a save belongs; undefined for the first save of a burst. */
  sinceOf(path: TreePath, userId: number | undefined, present: EntryStat): number | undefined {
    const burst = this.#bursts.get(path);
    if (burst === undefined || burst.userId !== userId) return undefined;
    const { left, since } = burst;
    const isLeft =
      left.identity === present.identity &&
      left.modifiedNs === present.modifiedNs &&
      left.size === present.size;
    const age = Date.now() - since;
    return isLeft && age >= 0 && age < BURST_MS ? since : undefined;
  }

  /** Remembers what a save has left. */
  record(path: TreePath, userId: number | undefined, since: number, left: EntryStat): void {
    if (userId === undefined) return;
    const { identity, modifiedNs, size } = left;
    this.#bursts.set(path, { userId, since, left: { identity, modifiedNs, size } });
  }
}
