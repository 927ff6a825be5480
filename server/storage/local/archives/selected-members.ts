import { nameOf, parentOf, type TreePath, parseTreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import { resolveSync } from '../resolve.ts';
import { examine, type FoundMember, type Examined, type Viewer } from './read-member.ts';
import { UniqueNames } from '../../archives/member-names.ts';
import { safeName } from '../../../archive-formats/safe-name.ts';
import { membersBelow } from './folder-members.ts';
import { folderAt, pathBelow, type WalkedFolder } from './walked-folder.ts';
import { decideVisibility } from '../../../policy/visibility.ts';
import { inArchiveOrder } from '../../archives/archive-order.ts';
import {
  notAFolder,
  badSelectedPath,
  hiddenFromDownload,
  nothingAtPath,
} from '../../driver-errors.ts';

/** Number of entries that are examined before a pause. */
const STEP = 64;

/** A selected file or folder, at which a walk starts. */
type Start = Extract<Examined, { kind: 'file' | 'folder' }>;

/**
 * Yields the members for selected entries, each with everything below, and undefined where the walk may pause. Examines the whole selection
 * before the first member: throws `not-found` for a missing entry and `forbidden` for an invisible one. `relativePaths` are paths relative to
 * `folder`.
 */
export function* selectedMembers(
  viewer: Viewer,
  folder: TreePath,
  relativePaths: readonly string[],
): Generator<FoundMember | undefined> {
  const starts: Start[] = [];
  const parents = new Map<TreePath, WalkedFolder>();
  const uniqueNames = new UniqueNames();
  for (const [index, { relativePath, isNested }] of inArchiveOrder(relativePaths).entries()) {
    if (index % STEP === 0) yield undefined;
    const start = startAt(viewer, parents, { folder, relativePath, uniqueNames });
    if (start !== undefined && !isNested) starts.push(start);
  }
  for (const start of starts) {
    yield start.found;
    if (start.kind === 'folder') yield* membersBelow(viewer, start.below);
  }
}

/** A selected entry, and the names that are assigned already. */
interface Choice {
  readonly folder: TreePath;
  readonly relativePath: string;
  readonly uniqueNames: UniqueNames;
}

/** Examines a selected entry. Returns undefined for one that archives cannot contain, such as a device. */
function startAt(
  viewer: Viewer,
  parents: Map<TreePath, WalkedFolder>,
  { folder, relativePath, uniqueNames }: Choice,
): Start | undefined {
  const path = parseTreePath(pathBelow(folder, relativePath));
  if (path === undefined) throw badSelectedPath();
  const shown = uniqueNames.assign(relativePath.split('/').map(safeName).join('/'));
  const examined = examine(viewer, parentFolder(viewer, parents, parentOf(path)), {
    name: nameOf(path),
    shown,
  });
  switch (examined.kind) {
    case 'refused':
      throw hiddenFromDownload();
    case 'missing':
      throw nothingAtPath();
    case 'skipped':
      return undefined;
    case 'file':
    case 'folder':
      return examined;
  }
}

/** Returns the parent folder of a selected entry. Its prefix is empty, because the name of the member is the whole relative path. */
function parentFolder(
  viewer: Viewer,
  parents: Map<TreePath, WalkedFolder>,
  path: TreePath,
): WalkedFolder {
  const known = parents.get(path);
  if (known !== undefined) return known;
  const found = resolveSync(viewer.root, path, viewer.visibility);
  if (found.kind === 'outside') throw new AppError('forbidden', 'a symlink leads out of the scope');
  if (found.kind !== 'found') throw nothingAtPath();
  const { path: resolvedPath, stat } = found;
  if (stat.kind !== 'folder') throw notAFolder();
  if (decideVisibility(viewer.visibility, resolvedPath) !== 'allowed') {
    throw hiddenFromDownload();
  }
  const parent = folderAt({ path, resolvedPath, identity: stat.identity });
  parents.set(path, parent);
  return parent;
}
