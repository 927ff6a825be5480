import { useState } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';

export interface ActiveEntry {
  readonly index: number;
  readonly path: string | undefined;
  set(index: number): void;
}

/**
 * The entry the keyboard stands on. It is followed by its path when the folder is read again, and
 * when it has gone, the place where it was takes over.
 */
export function useActiveEntry(
  entries: ListingEntries,
  initialPath: string | undefined,
): ActiveEntry {
  const [active, setActive] = useState({ path: initialPath, index: 0 });
  const found = active.path === undefined ? -1 : entries.indexOf(active.path);
  const index = found >= 0 ? found : Math.max(0, Math.min(active.index, entries.count - 1));
  return {
    index,
    path: entries.pathAt(index),
    set: (chosen) => setActive({ path: entries.pathAt(chosen), index: chosen }),
  };
}
