import { parentOf, type TreePath } from '#contract/paths.ts';

/** How often folders that are being filled are told at most: a listing of many thousands has its price. */
const INTERVAL_MS = 2_000;

/** Collects the folders in which something has arrived, so that their listings are read again now and then. */
export class UploadArrivals {
  readonly #tell: (folders: ReadonlySet<string>) => void;
  #folders = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (folders: ReadonlySet<string>) => void) {
    this.#tell = tell;
  }

  /** `path` is what has arrived. */
  add(path: string): void {
    // Paths of jobs are TreePaths of the user's own space: the plan has parsed them.
    this.#folders.add(parentOf(path as TreePath));
    this.#timer ??= setTimeout(() => this.publishNow(), INTERVAL_MS);
  }

  publishNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#folders.size === 0) return;
    const folders = this.#folders;
    this.#folders = new Set();
    this.#tell(folders);
  }
}
