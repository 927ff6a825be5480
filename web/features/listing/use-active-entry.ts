import { useMemo, useState } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';

export interface ActiveEntry {
  readonly index: number;
  readonly path: string | undefined;
  set(index: number): void;
}

/**
 * Active entry for keyboard navigation. It is identified by its path after a refresh; if it is gone, its successor
 * becomes active, otherwise its predecessor.
 */
export function useActiveEntry(
  entries: ListingEntries,
  initialPath: string | undefined,
): ActiveEntry {
  const [active, setActive] = useState({ path: initialPath, index: 0, among: entries });
  const index = useMemo(() => indexNear(active, entries), [active, entries]);
  return {
    index,
    path: entries.pathAt(index),
    set: (chosen) => setActive({ path: entries.pathAt(chosen), index: chosen, among: entries }),
  };
}

/**
 * Returns the index of the active entry, or of its nearest neighbour if it is gone. `among` has the entries at the time
 * at which `path` became active.
 */
function indexNear(
  active: { path: string | undefined; index: number; among: ListingEntries },
  entries: ListingEntries,
): number {
  const { among } = active;
  const path = active.path ?? among.pathAt(active.index);
  const found = path === undefined ? -1 : entries.indexOf(path);
  if (found >= 0) return found;
  const before = path === undefined ? -1 : among.indexOf(path);
  const was = before < 0 ? active.index : before;
  for (let index = was; index < among.count; index += 1) {
    const next = entries.indexOf(among.pathAt(index) ?? '');
    if (next >= 0) return next;
  }
  return Math.max(0, Math.min(was, entries.count) - 1);
}
