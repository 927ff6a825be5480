/** Entries of a selection in display order. */
export interface SelectionOrder {
  readonly count: number;
  pathAt(index: number): string | undefined;
  /** Returns -1 if the path is not displayed. */
  indexOf(path: string): number;
}

/**
 * Selection in the listing. It is kept outside React and each rendered row listens to its own path, so that the size
 * of the folder does not matter.
 */
export interface SelectionStore {
  has(path: string): boolean;
  /** Returns the selected paths; a new set after every change, suitable as a snapshot. */
  paths(): ReadonlySet<string>;
  selectOnly(path: string): void;
  /** Selects several entries. The next range starts at the first one. */
  selectAllOf(paths: readonly string[]): void;
  /** Sets the start of the next range without selecting anything. */
  startRangeAt(path: string): void;
  /**
   * Moves the start of the next range with the keyboard. If a single entry is selected, the selection moves too; entries
   * that were added one by one stay selected.
   */
  moveRangeStart(path: string): void;
  toggle(path: string): void;
  /** Selects from the start of the range to `to`. `keep` adds to the selection. */
  selectRange(order: SelectionOrder, to: string, keep?: boolean): void;
  selectAll(order: SelectionOrder): void;
  /** Replaces the selection, for a rubber band. */
  replace(paths: ReadonlySet<string>): void;
  /** Deselects entries that no longer exist. */
  retain(order: SelectionOrder): void;
  clear(): void;
  /** Returns true in multi-select mode, where plain clicks and taps toggle entries. */
  isMultiple(): boolean;
  setMultiple(isMultiple: boolean): void;
  subscribe(listener: () => void): () => void;
}

const NOTHING: ReadonlySet<string> = new Set();

export function createSelection(): SelectionStore {
  let paths = NOTHING;
  let anchor: string | undefined;
  let multiple = false;
  /** Path that was selected alone; undefined after any other change. */
  let lone: string | undefined;
  const listeners = new Set<() => void>();

  function change(next: ReadonlySet<string>): void {
    lone = undefined;
    if (next.size === 0 && paths.size === 0) return;
    paths = next;
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function selectOnly(path: string): void {
    anchor = path;
    change(new Set([path]));
    lone = path;
  }

  return {
    has: (path) => paths.has(path),
    paths: () => paths,
    selectOnly,
    selectAllOf(chosen) {
      const [first, ...others] = chosen;
      if (first !== undefined && others.length === 0) return selectOnly(first);
      anchor = first;
      return change(new Set(chosen));
    },
    startRangeAt(path) {
      anchor = path;
    },
    moveRangeStart(path) {
      anchor = path;
      if (lone !== undefined && !multiple) selectOnly(path);
    },
    toggle(path) {
      anchor = path;
      change(toggled(paths, path));
    },
    selectRange(order, to, keep = false) {
      const range = pathsBetween(order, anchor ?? to, to);
      anchor = range.anchor;
      change(keep ? new Set([...paths, ...range.paths]) : new Set(range.paths));
    },
    selectAll(order) {
      change(new Set(pathsFrom(order, 0, order.count - 1)));
    },
    replace: change,
    retain(order) {
      const kept = [...paths].filter((path) => order.indexOf(path) >= 0);
      if (kept.length < paths.size) change(new Set(kept));
    },
    clear() {
      anchor = undefined;
      change(NOTHING);
    },
    isMultiple: () => multiple,
    setMultiple(isMultiple) {
      multiple = isMultiple;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function toggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(paths);
  if (!next.delete(path)) next.add(path);
  return next;
}

/** If the start of the range has disappeared, the range starts at the target. */
function pathsBetween(order: SelectionOrder, from: string, to: string) {
  const end = order.indexOf(to);
  const start = order.indexOf(from);
  if (start < 0) return { anchor: to, paths: pathsFrom(order, end, end) };
  return { anchor: from, paths: pathsFrom(order, Math.min(start, end), Math.max(start, end)) };
}

function pathsFrom(order: SelectionOrder, first: number, last: number): string[] {
  const paths: string[] = [];
  for (let index = Math.max(0, first); index <= last; index += 1) {
    const path = order.pathAt(index);
    if (path !== undefined) paths.push(path);
  }
  return paths;
}
