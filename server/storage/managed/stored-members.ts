import { isTemporaryName } from '#contract/temporary-names.ts';
import {
  childPath,
  nameOf,
  parentOf,
  parseTreePath,
  ROOT,
  type TreePath,
} from '#contract/paths.ts';
import { type Member, memberTimeOf } from '../../archive-formats/member.ts';
import { safeName } from '../../archive-formats/safe-name.ts';
import { childOf, type StoredEntry } from '../../metadata/stored-entries.ts';
import { decideVisibility, type Visibility } from '../../policy/visibility.ts';
import type { ArchiveContents } from '../archives/archive-source.ts';
import { UniqueNames, withUniqueNames } from '../archives/member-names.ts';
import { inArchiveOrder } from '../archives/archive-order.ts';
import { notFound, badSelectedPath, hiddenFromDownload, nothingAtPath } from '../driver-errors.ts';
import { resolveStored } from './resolve-stored.ts';
import { folderAt, requireFound, statOf, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { childSlices } from './walk-stored.ts';

/** A member of an archive, and the blob with its contents. */
export interface StoredMember {
  readonly member: Member;
  readonly blob: string | null;
}

export interface MemberSource {
  readonly tree: StoredTree;
  readonly visibility: Visibility;
  readonly run: WalkRun;
}

/** A folder that the walk for an archive has reached. */
interface ArchivedFolder {
  readonly id: number;
  /** The requested and the resolved path. */
  readonly path: TreePath;
  readonly resolvedPath: TreePath;
  /** Prefix of the names of its entries in the archive. */
  readonly prefix: string;
}

/** Yields the members of an archive, depth first, in the order of bytes. A refusal comes before the first. */
export async function* membersOf(
  source: MemberSource,
  contents: ArchiveContents,
): AsyncGenerator<StoredMember> {
  if (contents.kind === 'selection') {
    yield* selected(source, contents.folder, contents.paths.split('\0'));
    return;
  }
  const { path, resolvedPath, identity } = contents;
  const folder = await folderAt(source.tree.db.read, resolvedPath);
  if (statOf(folder).identity !== identity) throw notFound();
  yield* membersBelow(source, { id: folder.id, path, resolvedPath, prefix: '' });
}

async function* membersBelow(
  source: MemberSource,
  start: ArchivedFolder,
): AsyncGenerator<StoredMember> {
  const open = [visibleChildren(source, start)];
  for (let entries = open.at(-1); entries !== undefined; entries = open.at(-1)) {
    await source.run.step();
    const next = await entries.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const { stored, folder } = next.value;
    yield stored;
    if (folder !== undefined) open.push(visibleChildren(source, folder));
  }
}

/** An entry as a member of the archive, and as a folder to walk through; undefined for a file. */
interface Child {
  readonly stored: StoredMember;
  readonly folder: ArchivedFolder | undefined;
}

async function* visibleChildren(
  { tree, visibility }: MemberSource,
  folder: ArchivedFolder,
): AsyncGenerator<Child, void, undefined> {
  const entries = new Map<string, StoredEntry>();
  for await (const slice of childSlices(tree.db.read, folder.id)) {
    for (const entry of slice) {
      if (!isTemporaryName(entry.name)) entries.set(entry.name, entry);
    }
  }
  for (const { name, shown } of withUniqueNames([...entries.keys()])) {
    const entry = typeof name === 'string' ? entries.get(name) : undefined;
    const child = entry && childIn(visibility, folder, entry, shown);
    if (child !== undefined) yield child;
  }
}

/** Returns undefined for an entry that is not visible. */
function childIn(
  visibility: Visibility,
  folder: ArchivedFolder,
  entry: StoredEntry,
  shown: string,
): Child | undefined {
  const path = childPath(folder.path, entry.name);
  const resolvedPath = childPath(folder.resolvedPath, entry.name);
  // A path of excessive length cannot be authorized.
  if (path === undefined || resolvedPath === undefined) return undefined;
  const isVisible = [path, resolvedPath].every(
    (each) => decideVisibility(visibility, each) === 'allowed',
  );
  if (!isVisible) return undefined;
  const prefix = `${folder.prefix}${shown}`;
  if (!entry.isFolder) return { stored: memberOf(entry, prefix), folder: undefined };
  const below = { id: entry.id, path, resolvedPath, prefix: `${prefix}/` };
  return { stored: memberOf(entry, `${prefix}/`), folder: below };
}

function memberOf(entry: StoredEntry, name: string): StoredMember {
  const { isFolder, size, mode, blob } = entry;
  const { seconds, nanoseconds } = memberTimeOf(statOf(entry));
  return { member: { name, isFolder, size, seconds, nanoseconds, mode }, blob };
}

/**
 * Yields the members for selected entries, each with everything below. Examines the whole selection before the first member: a missing entry
 * is `not-found`, an invisible one `forbidden`.
 */
async function* selected(
  source: MemberSource,
  folder: TreePath,
  relativePaths: readonly string[],
): AsyncGenerator<StoredMember> {
  const starts: Child[] = [];
  const uniqueNames = new UniqueNames();
  for (const { relativePath, isNested } of inArchiveOrder(relativePaths)) {
    await source.run.step();
    const path = parseTreePath(folder === ROOT ? `/${relativePath}` : `${folder}/${relativePath}`);
    if (path === undefined) throw badSelectedPath();
    const shown = uniqueNames.assign(relativePath.split('/').map(safeName).join('/'));
    const start = await startAt(source, path, shown);
    if (!isNested) starts.push(start);
  }
  for (const { stored, folder: below } of starts) {
    yield stored;
    if (below !== undefined) yield* membersBelow(source, below);
  }
}

/** Authorizes and finds a selected entry. `shown` is its name in the archive. */
async function startAt(
  { tree, visibility }: MemberSource,
  path: TreePath,
  shown: string,
): Promise<Child> {
  const { read } = tree.db;
  const holder = parentOf(path);
  const { resolution, entry: folder } = await resolveStored(read, holder, visibility);
  if (resolution.kind === 'outside') throw hiddenFromDownload();
  if (folder?.isFolder !== true) throw nothingAtPath();
  if (decideVisibility(visibility, holder) !== 'allowed') throw hiddenFromDownload();
  if (decideVisibility(visibility, path) !== 'allowed') throw hiddenFromDownload();
  if (isTemporaryName(nameOf(path))) throw notFound();
  const entry = requireFound(await childOf(read, folder.id, nameOf(path)));
  const child = childIn(
    visibility,
    { id: folder.id, path: holder, resolvedPath: holder, prefix: '' },
    entry,
    shown,
  );
  if (child === undefined) throw hiddenFromDownload();
  return child;
}
