import type { TreePath } from '#contract/paths.ts';
import { LruMap } from '../lib/lru-map.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Time within which all saves of one user leave one version: the contents before the first of them. Milliseconds. */
const BURST_MS = 60_000;
/** Maximum number of files whose last save is remembered. */
const MAX_FILES = 10_000;

/** Saves of one file by one user within `BURST_MS`. */
interface Burst {
  readonly userId: number;
  /** Time of the first save. Unix milliseconds. */
  readonly since: number;
  /** The file that the last save has left. */
  readonly left: Pick<EntryStat, 'identity' | 'modifiedNs' | 'size'>;
}

/**
 * Remembers recent saves. The contents that a save replaces need no version if the same user has saved them within a minute, and nothing else
 * has changed them since.
 */
export class SaveBursts {
  readonly #bursts = new LruMap<TreePath, Burst>(MAX_FILES);

  /** Returns when the burst began that a save of the `present` file belongs to, in Unix milliseconds; undefined for the first save of a burst. */
  sinceOf(path: TreePath, userId: number | undefined, present: EntryStat): number | undefined {
    const burst = this.#bursts.get(path);
    if (burst === undefined || burst.userId !== userId) return undefined;
    const { left, since } = burst;
    const isUnchanged =
      left.identity === present.identity &&
      left.modifiedNs === present.modifiedNs &&
      left.size === present.size;
    const age = Date.now() - since;
    return isUnchanged && age >= 0 && age < BURST_MS ? since : undefined;
  }

  /** Remembers what a save has left. */
  record(path: TreePath, userId: number | undefined, since: number, left: EntryStat): void {
    if (userId === undefined) return;
    const { identity, modifiedNs, size } = left;
    this.#bursts.set(path, { userId, since, left: { identity, modifiedNs, size } });
  }
}
