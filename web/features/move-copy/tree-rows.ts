import type { Entry } from '#contract/files.ts';
import { sortedEntries } from '../../state/listing-order.ts';
import { folderHolding } from '../../state/transfer-plan.ts';

/** Content of an expanded folder. */
export type Branch =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'open'; readonly folders: readonly Entry[] };

/** Folder in the tree. */
export interface TreeRow {
  /** '' is the home folder. */
  readonly path: string;
  /** Undefined for the home folder. */
  readonly name: string | undefined;
  readonly isSymlink: boolean;
  /** 1 for the home folder. */
  readonly level: number;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly count: number;
  readonly state: 'closed' | 'loading' | 'failed' | 'open' | 'empty' | 'disabled';
}

/** Returns the subfolders of a listing in the order in which the tree shows them. */
export function subfoldersOf(items: readonly Entry[]): readonly Entry[] {
  const folders = items.filter(({ isDir, type }) => isDir && type !== 'invalid_link');
  return sortedEntries(folders, { by: 'name', asc: false });
}

/** Returns the folders from home to `folder`, both included. */
export function foldersDownTo(folder: string): string[] {
  const names = folder.split('/').slice(1);
  return ['', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
}

/**
 * Returns the visible rows of the tree, from top to bottom. Folders from home to `start` are present even if the listing
 * of their parent is not available.
 */
export function treeRows({
  branches,
  start,
  isDisabled,
}: {
  /** Expanded folders by path. */
  branches: ReadonlyMap<string, Branch>;
  start: string;
  /** Returns true for a folder that cannot be a destination. */
  isDisabled(path: string): boolean;
}): TreeRow[] {
  const rows: TreeRow[] = [];
  const pathToStart = new Set(foldersDownTo(start));
  const add = (
    folder: Pick<TreeRow, 'path' | 'name' | 'isSymlink' | 'level' | 'position' | 'count'>,
  ) => {
    const { path, level } = folder;
    const branch = isDisabled(path) ? undefined : branches.get(path);
    const children = branch ? childrenOf(path, branch, pathToStart) : [];
    rows.push({ ...folder, state: isDisabled(path) ? 'disabled' : stateOf(branch, children) });
    for (const [index, child] of children.entries()) {
      const { name, isSymlink } = child;
      add({
        path: child.path,
        name,
        isSymlink,
        level: level + 1,
        position: index + 1,
        count: children.length,
      });
    }
  };
  add({ path: '', name: undefined, isSymlink: false, level: 1, position: 1, count: 1 });
  return rows;
}

function stateOf(branch: Branch | undefined, children: readonly unknown[]): TreeRow['state'] {
  if (!branch) return 'closed';
  return branch.state === 'open' && children.length === 0 ? 'empty' : branch.state;
}

function childrenOf(
  path: string,
  branch: Branch,
  pathToStart: ReadonlySet<string>,
): readonly Pick<Entry, 'path' | 'name' | 'isSymlink'>[] {
  const folders = branch.state === 'open' ? branch.folders : [];
  const next = [...pathToStart].find((one) => one !== '' && folderHolding({ path: one }) === path);
  if (next === undefined || folders.some((folder) => folder.path === next)) return folders;
  const name = next.slice(next.lastIndexOf('/') + 1);
  return [...folders, { path: next, name, isSymlink: false }];
}
