import { useMemo, useState } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';

export interface ActiveEntry {
  readonly index: number;
  readonly path: string | undefined;
  set(index: number): void;
}

/**
 * The entry the keyboard stands on. It is followed by its path when the folder is read again; when it has gone, the
 * entry that followed it takes over, else the one before it.
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

/** `among` is what was shown when the keyboard came to stand on `path`. */
function indexNear(
  active: { path: string | undefined; index: number; among: ListingEntries },
  entries: ListingEntries,
): number {
  const { among } = active;
  const path = active.path ?? among.pathAt(active.index);
  const found = path === undefined ? -1 : entries.indexOf(path);
  if (found >= 0) return found;
  const place = path === undefined ? -1 : among.indexOf(path);
  const was = place < 0 ? active.index : place;
  for (let index = was; index < among.count; index += 1) {
    const next = entries.indexOf(among.pathAt(index) ?? '');
    if (next >= 0) return next;
  }
  return Math.max(0, Math.min(was, entries.count) - 1);
}
