import type { Sorting } from '#contract/files.ts';
import type { ViewMode } from '#contract/users.ts';
import { createStore } from 'zustand/vanilla';
import { updateOwnPreferences } from '../api/users.ts';
import { session } from './session.ts';

/** Display preferences of folders. */
export interface ListingPreferences {
  readonly sorting: Sorting;
  readonly viewMode: ViewMode;
}

/** Choices since the page was loaded. They take precedence over the session token and responses, which may be older. */
export const chosenPreferences = createStore<Partial<ListingPreferences>>(() => ({}));

// Choices belong to one user.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) chosenPreferences.setState({}, true);
});

let lastSaved: Promise<unknown> = Promise.resolve();

/**
 * Applies a choice at once and stores it on the server. Requests are sent one after another, skipping replaced
 * choices, so that the server keeps the last one. A failure reverts the choice and is thrown.
 */
export function choosePreference<Key extends keyof ListingPreferences>(
  key: Key,
  value: ListingPreferences[Key],
): Promise<void> {
  const before = chosenPreferences.getState()[key];
  chosenPreferences.setState({ [key]: value });
  const isLatest = () => chosenPreferences.getState()[key] === value;
  const saved = lastSaved.then(async () => {
    const { user } = session.getState();
    if (!user || !isLatest()) return;
    try {
      await updateOwnPreferences(user.id, { [key]: value });
    } catch (failure) {
      if (isLatest()) chosenPreferences.setState({ [key]: before });
      throw failure;
    }
  });
  lastSaved = saved.catch(() => {});
  return saved;
}

/** In the order in which "Switch view" cycles through them. */
export const VIEW_MODES = [
  'list',
  'mosaic',
  'mosaic gallery',
] as const satisfies readonly ViewMode[];

export function nextViewMode(mode: ViewMode): ViewMode {
  return VIEW_MODES[(VIEW_MODES.indexOf(mode) + 1) % VIEW_MODES.length] ?? 'list';
}
