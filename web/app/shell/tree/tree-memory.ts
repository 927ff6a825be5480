import type { Entry } from '#contract/files.ts';
import { readStoredJson, writeStored } from '../../../lib/browser-storage.ts';
import { session } from '../../../state/session.ts';

const STORAGE_KEY = 'folder-tree';
/** Maximum number of stored folders of each kind. The others are read again after a reload. */
const MAX_FOLDERS = 200;

/** Folders that the tree shows at once when it appears again. */
export interface RememberedTree {
  /** Paths of expanded folders. */
  readonly expanded: readonly string[];
  /** Folders below home when they were last read; undefined if they were not read. */
  readonly folders?: readonly Entry[] | undefined;
}

interface Stored extends RememberedTree {
  readonly userId: number;
}

/** Returns the tree of the current user in this tab. */
export function rememberedTree(): RememberedTree {
  const stored = read();
  return stored?.userId === session.getState().user?.id && stored ? stored : { expanded: [] };
}

/** Stores the tree of the current user in this tab. */
export function rememberTree({ expanded, folders }: RememberedTree): void {
  const userId = session.getState().user?.id;
  if (userId === undefined) return;
  const stored: Stored = {
    userId,
    expanded: expanded.slice(-MAX_FOLDERS),
    folders: folders && folders.length <= MAX_FOLDERS ? folders : undefined,
  };
  // Without space, the tree begins collapsed.
  if (!writeStored(STORAGE_KEY, JSON.stringify(stored), 'session')) forgetTree();
}

// The session may end in another tab, too.
session.subscribe(({ user }) => {
  if (user === undefined) forgetTree();
});

/** Forgets the tree when the user logs out. */
export function forgetTree(): void {
  writeStored(STORAGE_KEY, undefined, 'session');
}

function read(): Stored | undefined {
  // Only `rememberTree` writes this value.
  return readStoredJson(STORAGE_KEY, 'session') as Stored | undefined;
}
