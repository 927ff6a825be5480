import { parentOf, type TreePath } from '#contract/paths.ts';

/** Minimum interval of refreshing folders during uploads. */
const INTERVAL_MS = 2_000;

/** Collects the folders that received items, so that their listings are refreshed together. */
export class UploadArrivals {
  readonly #report: (folders: ReadonlySet<string>) => void;
  #folders = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (folders: ReadonlySet<string>) => void) {
    this.#report = report;
  }

  /** `path` is the path of the new item. */
  add(path: string): void {
    // Upload paths are TreePaths of the user's home; the plan has parsed them.
    this.#folders.add(parentOf(path as TreePath));
    this.#timer ??= setTimeout(() => this.publishNow(), INTERVAL_MS);
  }

  publishNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#folders.size === 0) return;
    const folders = this.#folders;
    this.#folders = new Set();
    this.#report(folders);
  }
}
