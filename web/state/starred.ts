import type { Entry } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { changeStar } from '../api/places.ts';
import { session } from './session.ts';

interface Starred {
  /** Paths of the items that the user has starred. Empty until they are loaded, after the first listing. */
  readonly paths: ReadonlySet<string>;
  /** Number of changes that the server has stored. A list that was requested before the last one may lack it. */
  readonly stored: number;
}

export const starred = createStore<Starred>(() => ({ paths: new Set(), stored: 0 }));

// Stars belong to one user.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) starred.setState({ paths: new Set() });
});

export function isStarred({ path }: Pick<Entry, 'path'>): boolean {
  return starred.getState().paths.has(path);
}

/** Adds or removes stars at once, and stores them. A failure restores them and is thrown. */
export async function changeStars(
  entries: readonly Pick<Entry, 'path'>[],
  wanted: boolean,
): Promise<void> {
  const changed = entries.filter((entry) => isStarred(entry) !== wanted);
  show(changed, wanted);
  try {
    await Promise.all(changed.map(({ path }) => changeStar(path, wanted)));
    starred.setState(({ paths, stored }) => ({ paths: new Set(paths), stored: stored + 1 }));
  } catch (failure) {
    show(changed, !wanted);
    throw failure;
  }
}

function show(entries: readonly Pick<Entry, 'path'>[], wanted: boolean): void {
  const paths = new Set(starred.getState().paths);
  for (const { path } of entries) {
    if (wanted) paths.add(path);
    else paths.delete(path);
  }
  starred.setState({ paths });
}
