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
  /** Number of changes that have not ended. A list that is requested or arrives meanwhile may lack them. */
  readonly pending: number;
}

export const starred = createStore<Starred>(() => ({
  paths: new Set(),
  ended: 0,
  pending: 0,
}));

/** Paths that the server has stored, as far as it has answered the pending changes. */
let stored = new Set<string>();

// Stars belong to one user.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id === before?.id) return;
  stored = new Set();
  starred.setState({ paths: new Set() });
});

export function isStarred({ path }: Pick<Entry, 'path'>): boolean {
  return starred.getState().paths.has(path);
}

/** Concurrent calls, fewer than the server's limit per user. */
const CALLS_AT_ONCE = 4;

/** Settles when the last change is stored or has failed. */
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Shows or hides stars at once, and stores them when earlier changes are stored, because requests may overtake each other. Throws the
 * first failure. The stars are as the server has them when no change is pending any more.
 */
export async function changeStars(
  entries: readonly Pick<Entry, 'path'>[],
  wanted: boolean,
): Promise<void> {
  const changed = entries.filter((entry) => isStarred(entry) !== wanted);
  const isSessionEnded = followSessionEnd();
  const { paths, pending } = starred.getState();
  if (pending === 0) stored = new Set(paths);
  starred.setState({ paths: withChange(paths, changed, wanted), pending: pending + 1 });
  const change = lastChange
    .then(() => storeStars(changed, wanted, isSessionEnded))
    .finally(() => endChange(isSessionEnded));
  lastChange = change.catch(() => {});
  await change;
}

/** Stores stars until the session ends. */
async function storeStars(
  entries: readonly Pick<Entry, 'path'>[],
  wanted: boolean,
  isSessionEnded: () => boolean,
): Promise<void> {
  const failures: unknown[] = [];
  const remaining = [...entries];
  const work = async () => {
    for (let entry = remaining.shift(); entry && !isSessionEnded(); entry = remaining.shift()) {
      const { path } = entry;
      // Belongs to this session, also if it ends meanwhile.
      const known = stored;
      await changeStar(path, wanted).then(
        () => (wanted ? known.add(path) : known.delete(path)),
        (failure: unknown) => failures.push(failure),
      );
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  if (isSessionEnded()) return;
  for (const failure of failures) throw failure;
}

function endChange(isSessionEnded: () => boolean): void {
  starred.setState(({ paths, ended, pending }) => ({
    paths: pending === 1 && !isSessionEnded() ? stored : paths,
    ended: ended + 1,
    pending: pending - 1,
  }));
}

function withChange(
  paths: ReadonlySet<string>,
  entries: readonly Pick<Entry, 'path'>[],
  wanted: boolean,
): ReadonlySet<string> {
  const changed = new Set(paths);
  for (const { path } of entries) {
    if (wanted) changed.add(path);
    else changed.delete(path);
  }
  return changed;
}
