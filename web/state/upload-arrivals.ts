import { parentOf, type TreePath } from '#contract/paths.ts';

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
  /** What has arrived since the last report, by the path of the folder. */
  readonly folders: ReadonlyMap<string, readonly Arrival[]>;
  /** True when no upload is active. Then all folders that uploads have touched are named, even without a new item. */
  readonly isLast: boolean;
}

/** Collects what uploads have created, so that it is shown together. */
export class UploadArrivals {
  readonly #tell: (arrivals: Arrivals) => void;
  #arrived: Arrival[] = [];
  #touched = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (arrivals: Arrivals) => void) {
    this.#tell = tell;
  }

  add(arrival: Arrival): void {
    this.touch(arrival.path);
    this.#arrived.push(arrival);
    this.#timer ??= setTimeout(() => this.#publish(false), INTERVAL_MS);
  }

  /** Notes a path at which something may have changed. */
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
      folders.set(folder, [...(folders.get(folder) ?? []), arrival]);
    }
    this.#arrived = [];
    if (isLast) this.#touched = new Set();
    this.#tell({ folders, isLast });
  }
}

/** Upload paths are TreePaths of the user's home; the plan has parsed them. */
function folderOf(path: string): string {
  return parentOf(path as TreePath);
}
