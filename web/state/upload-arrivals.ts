import { parentOf, type TreePath } from '#contract/paths.ts';
import { noteArrival } from './just-arrived.ts';

/** Minimum interval of reporting folders during uploads. */
const INTERVAL_MS = 2_000;

/** An item that an upload has created or replaced. */
export interface Arrival {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly isFolder: boolean;
  /** In milliseconds since 1970; undefined for a folder. */
  readonly modifiedMs: number | undefined;
}

export interface Arrivals {
  /** Items that have arrived since the last report, by the path of their folder. */
  readonly folders: ReadonlyMap<string, readonly Arrival[]>;
  /** True when no upload is active. `folders` then has all folders in which something may have changed. */
  readonly isLast: boolean;
}

/** Collects created and replaced items, so that the page is updated in batches. */
export class UploadArrivals {
  readonly #report: (arrivals: Arrivals) => void;
  #arrived: Arrival[] = [];
  #touched = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (arrivals: Arrivals) => void) {
    this.#report = report;
  }

  add(arrival: Arrival): void {
    this.touch(arrival.path);
    this.#arrived.push(arrival);
    noteArrival(arrival.path);
    this.#timer ??= setTimeout(() => this.#publish(false), INTERVAL_MS);
  }

  /** Records a path at which something may have changed. */
  touch(path: string): void {
    this.#touched.add(folderOf(path));
  }

  /** Reports everything now, after the last upload. */
  finish(): void {
    if (this.#touched.size > 0) this.#publish(true);
  }

  #publish(isLast: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const folders = new Map<string, Arrival[]>();
    if (isLast) for (const folder of this.#touched) folders.set(folder, []);
    for (const arrival of this.#arrived) {
      const folder = folderOf(arrival.path);
      const arrived = folders.get(folder);
      if (arrived) arrived.push(arrival);
      else folders.set(folder, [arrival]);
    }
    this.#arrived = [];
    if (isLast) this.#touched = new Set();
    this.#report({ folders, isLast });
  }
}

/** Upload paths are TreePaths of the user's home; the plan has parsed them. */
function folderOf(path: string): string {
  return parentOf(path as TreePath);
}
