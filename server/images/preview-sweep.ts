import { parseTreePath, ROOT } from '#contract/paths.ts';
import { PREVIEW_SIZES } from '#contract/previews.ts';
import { AppError } from '../errors.ts';
import type { TreeChange, TreeChanges } from '../events/tree-changes.ts';
import type { Logger } from '../logger.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { previewKey, type Previews } from './previews.ts';

/** Number of calls of `begin` after which all previews are checked although this server has changed nothing: others may have. */
const SWEEPS_WITHOUT_CHANGE = 24;
/** Time from a change to the removal of the previews that it concerns, so that one pass serves many changes. Milliseconds. */
const REMOVE_AFTER_MS = 1_000;
/** Maximum number of changed paths that are remembered. Above it, all previews are checked. */
const MAX_PATHS = 1_000;

interface Options {
  readonly previews: Pick<Previews, 'hasFolder' | 'removeStale' | 'removeStaleOf'>;
  readonly driver: Pick<StorageDriver, 'resolve'>;
  readonly changes: Pick<TreeChanges, 'subscribe'>;
  /** False while the disk is missing: then no file is gone. */
  readonly mayCleanUp: () => boolean;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Removes previews from the cache folder whose file has been deleted, replaced or changed: about a second after a change by this
 * server, and once in a while after changes by other programs.
 */
export class PreviewSweep {
  readonly #options: Options;
  #hasChanged = true;
  #skipped = 0;
  /** Paths whose previews the next pass checks, with everything below. */
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    if (options.previews.hasFolder) options.changes.subscribe((change) => this.#note(change));
  }

  /** Starts a check of all previews when files have changed since the last one, else on every 24th call. Returns immediately. */
  begin(): void {
    if (this.#underWay !== undefined || !this.#options.mayCleanUp()) return;
    this.#skipped += 1;
    if (!this.#hasChanged && this.#skipped < SWEEPS_WITHOUT_CHANGE) return;
    this.#hasChanged = false;
    this.#skipped = 0;
    const { previews } = this.#options;
    this.#run(() => previews.removeStale(this.#isCurrent, this.#stop.signal));
  }

  /** Stops a running pass, and starts no other. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  #note(change: TreeChange): void {
    this.#hasChanged = true;
    if (this.#changed.size >= MAX_PATHS) this.#changed = new Set([ROOT]);
    this.#changed.add(change.kind === 'moved' ? change.from : change.path);
    if (change.kind === 'moved') this.#changed.add(change.to);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#removeChanged();
    }, REMOVE_AFTER_MS).unref();
  }

  #removeChanged(): void {
    if (this.#underWay !== undefined || !this.#options.mayCleanUp()) {
      this.#schedule();
      return;
    }
    const changed = this.#changed;
    this.#changed = new Set();
    const isConcerned = (source: string): boolean => isAtOrBelow(changed, source);
    const { previews } = this.#options;
    this.#run(() => previews.removeStaleOf(isConcerned, this.#isCurrent, this.#stop.signal));
  }

  #run(pass: () => Promise<void>): void {
    this.#underWay = pass()
      .catch((err: unknown) =>
        this.#options.log.error({ err }, 'old previews could not be removed'),
      )
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  /**
   * Returns true if the preview with this key was made of the file that is at `source` now, or if that file cannot be
   * examined.
   */
  readonly #isCurrent = async (key: string, source: string): Promise<boolean> => {
    const path = parseTreePath(source);
    if (path === undefined) return false;
    const { driver, mayCleanUp } = this.#options;
    try {
      const found = await driver.resolve(path, ROOT);
      if (found.kind !== 'found') return !mayCleanUp();
      return PREVIEW_SIZES.some((size) => previewKey(found.stat, size) === key);
    } catch (error) {
      return !(error instanceof AppError && error.code === 'not-found') || !mayCleanUp();
    }
  };
}

function isAtOrBelow(paths: ReadonlySet<string>, source: string): boolean {
  if (paths.has(ROOT)) return true;
  for (let end = source.length; end > 0; end = source.lastIndexOf('/', end - 1)) {
    if (paths.has(source.slice(0, end))) return true;
  }
  return false;
}
