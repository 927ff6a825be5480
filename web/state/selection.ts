/** The entries a selection runs over, in the order they are shown. */
export interface SelectionOrder {
  readonly count: number;
  pathAt(index: number): string | undefined;
  /** -1 when the path is not shown. */
  indexOf(path: string): number;
}

/**
 * What is selected in the listing. Kept outside React, so that a folder of 100,000 entries costs
 * nothing per entry: only the rows that are drawn listen, each to its own path.
 */
export interface SelectionStore {
  has(path: string): boolean;
  /** A new set after every change, so it can stand as a snapshot. */
  paths(): ReadonlySet<string>;
  selectOnly(path: string): void;
  /** Several at once; the next range runs from the first. */
  selectAllOf(paths: readonly string[]): void;
  /** The next range runs from here; nothing is selected by it. */
  startRangeAt(path: string): void;
  /**
   * The keyboard goes on to here, from where the next range runs. An entry that was selected alone, by a click or
   * by what was done with it, hands that on, as on a desktop; what was picked one by one stays.
   */
  goOnTo(path: string): void;
  toggle(path: string): void;
  /** From where the last range began, or the last single selection was, to `to`; `keep` adds to what is selected already. */
  selectRange(order: SelectionOrder, to: string, keep?: boolean): void;
  selectAll(order: SelectionOrder): void;
  /** Exactly these, as a rubber band has gathered them. */
  replace(paths: ReadonlySet<string>): void;
  /** Forgets what is no longer there. */
  retain(order: SelectionOrder): void;
  clear(): void;
  /** Whether plain clicks and taps add to the selection and take away from it. */
  isMultiple(): boolean;
  setMultiple(isMultiple: boolean): void;
  subscribe(listener: () => void): () => void;
}

const NOTHING: ReadonlySet<string> = new Set();

export function createSelection(): SelectionStore {
  let paths = NOTHING;
  let anchor: string | undefined;
  let multiple = false;
  /** What was selected alone; nothing once something else has changed the selection. */
  let lone: string | undefined;
  const listeners = new Set<() => void>();

  function change(next: ReadonlySet<string>): void {
    lone = undefined;
    if (next.size === 0 && paths.size === 0) return;
    paths = next;
    tell();
  }

  function tell(): void {
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
    goOnTo(path) {
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
      tell();
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

/** An anchor that has disappeared counts as the target itself. */
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
