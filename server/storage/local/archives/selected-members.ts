import { nameOf, parentOf, type TreePath, parseTreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import { resolveSync } from '../resolve.ts';
import { look, type Packed, type Seen, type Viewer } from './read-member.ts';
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

type Start = Extract<Seen, { kind: 'file' | 'folder' }>;

/**
 * Yields the members for selected entries, each with everything below. Examines the whole selection before the first
 * of them: a missing entry is `not-found`, an invisible one `forbidden`. `relativePaths` are paths relative to `folder`.
 */
export function* selectedMembers(
  viewer: Viewer,
  folder: TreePath,
  relativePaths: readonly string[],
): Generator<Packed | undefined> {
  const starts: Start[] = [];
  const holders = new Map<TreePath, WalkedFolder>();
  const uniqueNames = new UniqueNames();
  for (const [index, { relativePath, isNested }] of inArchiveOrder(relativePaths).entries()) {
    if (index % STEP === 0) yield undefined;
    const start = startAt(viewer, holders, { folder, relativePath, uniqueNames });
    if (start !== undefined && !isNested) starts.push(start);
  }
  for (const start of starts) {
    yield start.packed;
    if (start.kind === 'folder') yield* membersBelow(viewer, start.below);
  }
}

interface Choice {
  readonly folder: TreePath;
  readonly relativePath: string;
  readonly uniqueNames: UniqueNames;
}

function startAt(
  viewer: Viewer,
  holders: Map<TreePath, WalkedFolder>,
  { folder, relativePath, uniqueNames }: Choice,
): Start | undefined {
  const path = parseTreePath(pathBelow(folder, relativePath));
  if (path === undefined) throw badSelectedPath();
  const shown = uniqueNames.assign(relativePath.split('/').map(safeName).join('/'));
  const seen = look(viewer, holderOf(viewer, holders, parentOf(path)), {
    name: nameOf(path),
    shown,
  });
  switch (seen.kind) {
    case 'refused':
      throw hiddenFromDownload();
    case 'missing':
      throw nothingAtPath();
    case 'skipped':
      return undefined;
    case 'file':
    case 'folder':
      return seen;
  }
}

/** Returns the parent folder of a selected entry. Members are named by the whole relative path, so it has no prefix. */
function holderOf(
  viewer: Viewer,
  holders: Map<TreePath, WalkedFolder>,
  path: TreePath,
): WalkedFolder {
  const known = holders.get(path);
  if (known !== undefined) return known;
  const found = resolveSync(viewer.root, path, viewer.visibility);
  if (found.kind === 'outside') throw new AppError('forbidden', 'a link leads out of the scope');
  if (found.kind !== 'found') throw nothingAtPath();
  const { path: resolvedPath, stat } = found;
  if (stat.kind !== 'folder') throw notAFolder();
  if (decideVisibility(viewer.visibility, resolvedPath) !== 'allowed') {
    throw hiddenFromDownload();
  }
  const holder = folderAt({ path, resolvedPath, identity: stat.identity });
  holders.set(path, holder);
  return holder;
}
