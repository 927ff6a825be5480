import type { Sorting } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { updateOwnPreferences } from '../api/users.ts';
import { session } from './session.ts';

/**
 * The sorting chosen since the page was loaded. Until then a folder's own reply says it; afterwards
 * replies that are still remembered may tell an older one.
 */
export const chosenSorting = createStore<{ readonly sorting: Sorting | undefined }>(() => ({
  sorting: undefined,
}));

// Whoever signs in next has a taste of their own.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) chosenSorting.setState({ sorting: undefined });
});

/** Shows the sorting at once and keeps it on the server; a refusal takes it back and is thrown. */
export async function chooseSorting(sorting: Sorting): Promise<void> {
  const before = chosenSorting.getState();
  chosenSorting.setState({ sorting });
  const user = session.getState().user;
  if (!user) return;
  try {
    await updateOwnPreferences(user.id, { sorting });
  } catch (failure) {
    if (chosenSorting.getState().sorting === sorting) chosenSorting.setState(before);
    throw failure;
  }
}
