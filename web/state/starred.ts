import type { Entry } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { changeStar } from '../api/places.ts';
import { followSessionEnd } from './session-end.ts';
import { session } from './session.ts';

interface Starred {
  /** Paths of the items that the user has starred. Empty until they are loaded, after the first listing. */
  readonly paths: ReadonlySet<string>;
  /** Number of changes that have been stored, or have failed. */
  readonly ended: number;
  /** Number of changes that have not. A list that is requested or arrives meanwhile may lack them. */
  readonly pending: number;
}

export const starred = createStore<Starred>(() => ({
  paths: new Set(),
  ended: 0,
  pending: 0,
}));

// Stars belong to one user.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) starred.setState({ paths: new Set() });
});

export function isStarred({ path }: Pick<Entry, 'path'>): boolean {
  return starred.getState().paths.has(path);
}

/** Concurrent calls, fewer than the server's limit per user. */
const CALLS_AT_ONCE = 4;

/** Settles when the last change is stored or has failed. */
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Shows or hides stars at once, and stores them when earlier changes are stored, because requests may overtake each other. Stars that
 * could not be stored are as before, and the first failure is thrown.
 */
export async function changeStars(
  entries: readonly Pick<Entry, 'path'>[],
  wanted: boolean,
): Promise<void> {
  const changed = entries.filter((entry) => isStarred(entry) !== wanted);
  const isSessionEnded = followSessionEnd();
  show(changed, wanted);
  starred.setState(({ pending }) => ({ pending: pending + 1 }));
  const change = lastChange
    .then(() => storeStars(changed, wanted, isSessionEnded))
    .finally(() =>
      starred.setState(({ ended, pending }) => ({ ended: ended + 1, pending: pending - 1 })),
    );
  lastChange = change.catch(() => {});
  await change;
}

/** Stores stars until the session ends. */
async function storeStars(
  entries: readonly Pick<Entry, 'path'>[],
  wanted: boolean,
  isSessionEnded: () => boolean,
): Promise<void> {
  const failures = new Map<string, unknown>();
  const remaining = [...entries];
  const work = async () => {
    for (let entry = remaining.shift(); entry && !isSessionEnded(); entry = remaining.shift()) {
      const { path } = entry;
      await changeStar(path, wanted).catch((failure: unknown) => failures.set(path, failure));
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  if (isSessionEnded()) return;
  show(
    entries.filter(({ path }) => failures.has(path)),
    !wanted,
  );
  for (const failure of failures.values()) throw failure;
}

function show(entries: readonly Pick<Entry, 'path'>[], wanted: boolean): void {
  const paths = new Set(starred.getState().paths);
  for (const { path } of entries) {
    if (wanted) paths.add(path);
    else paths.delete(path);
  }
  starred.setState({ paths });
}
