import { parseTreePath, ROOT } from '#contract/paths.ts';
import { PREVIEW_SIZES } from '#contract/previews.ts';
import { AppError } from '../errors.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { Logger } from '../logger.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { previewKey, type Previews } from './previews.ts';

/** Other programs delete pictures as well; looking for that reads a part of every preview. */
const SWEEPS_WITHOUT_CHANGE = 24;

interface Options {
  readonly previews: Pick<Previews, 'removeStale'>;
  readonly driver: Pick<StorageDriver, 'resolve'>;
  readonly changes: Pick<TreeChanges, 'subscribe'>;
  /** False while the disk is missing: then no file is gone. */
  readonly mayCleanUp: () => boolean;
  readonly log: Pick<Logger, 'error'>;
}

/** Removes previews from the cache folder whose file has been deleted, replaced or changed. */
export class PreviewSweep {
  readonly #options: Options;
  #hasChanged = true;
  #skipped = 0;
  #underWay: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    options.changes.subscribe(() => {
      this.#hasChanged = true;
    });
  }

  /** Begins a sweep when files have changed since the last one, and else now and then. Never waits for it. */
  begin(): void {
    if (this.#underWay !== undefined || !this.#options.mayCleanUp()) return;
    this.#skipped += 1;
    if (!this.#hasChanged && this.#skipped < SWEEPS_WITHOUT_CHANGE) return;
    this.#hasChanged = false;
    this.#skipped = 0;
    const { previews, log } = this.#options;
    this.#underWay = previews
      .removeStale((key, source) => this.#isCurrent(key, source), this.#stop.signal)
      .catch((err: unknown) => log.error({ err }, 'old previews could not be removed'))
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  /** Ends a sweep that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#underWay;
  }

  /** Returns whether the file at `source` is the one that this preview was made of. A file that does not answer may be. */
  async #isCurrent(key: string, source: string): Promise<boolean> {
    const place = parseTreePath(source);
    if (place === undefined) return false;
    const { driver, mayCleanUp } = this.#options;
    try {
      const found = await driver.resolve(place, ROOT);
      if (found.kind !== 'found') return !mayCleanUp();
      return PREVIEW_SIZES.some((size) => previewKey(found.stat, size) === key);
    } catch (error) {
      return !(error instanceof AppError && error.code === 'not-found') || !mayCleanUp();
    }
  }
}
