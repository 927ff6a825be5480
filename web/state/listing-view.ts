import type { ViewMode } from '#contract/users.ts';
import { createStore } from 'zustand/vanilla';
import { updateOwnPreferences } from '../api/users.ts';
import { session } from './session.ts';

/** In the order in which one comes after the other. */
const MODES = ['list', 'mosaic', 'mosaic gallery'] as const satisfies readonly ViewMode[];

export function nextViewMode(mode: ViewMode): ViewMode {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'list';
}

/** The mode chosen since the page was loaded; until then the session says it. */
export const chosenViewMode = createStore<{ readonly mode: ViewMode | undefined }>(() => ({
  mode: undefined,
}));

// Whoever signs in next has a taste of their own.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) chosenViewMode.setState({ mode: undefined });
});

let saving = Promise.resolve();

/**
 * Shows the mode at once and keeps it on the server; a refusal takes it back and is thrown. Who goes
 * quickly through the modes ends where they stopped: one is kept after the other, and only the last.
 */
export function chooseViewMode(mode: ViewMode): Promise<void> {
  const before = chosenViewMode.getState();
  const chosen = { mode };
  chosenViewMode.setState(chosen, true);
  const kept = saving.then(() => keep(chosen, before));
  saving = kept.catch(() => {});
  return kept;
}

type Choice = ReturnType<typeof chosenViewMode.getState>;

async function keep(chosen: Choice, before: Choice): Promise<void> {
  const user = session.getState().user;
  const isLatest = () => chosenViewMode.getState() === chosen;
  if (!user || chosen.mode === undefined || !isLatest()) return;
  try {
    await updateOwnPreferences(user.id, { viewMode: chosen.mode });
  } catch (failure) {
    if (isLatest()) chosenViewMode.setState(before, true);
    throw failure;
  }
}
