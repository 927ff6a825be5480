import type { TreePath } from '#contract/paths.ts';
import type { Progress } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { lstatAt } from '../descriptors.ts';
import { toEntryFacts } from '../entry-stat.ts';
import { isLinkedOwnFile } from '../own-files.ts';
import { nameText } from '../../raw-name.ts';
import { openFolderSync } from '../walk.ts';
import { IncompleteWalk } from './incomplete-walk.ts';
import type { NamedEntry } from './read-entries.ts';
import type { VisibilityTest } from './start.ts';
import { type FoundEntry, TreeCursor } from './tree-cursor.ts';
import type { ListedBelow } from '../../replies/tree-json.ts';

/**
 * Yields everything below a folder, depth first, in the order of bytes. Does not follow symlinks. Yields undefined
 * for invisible entries and those that cannot be examined, which are skipped with everything below. Leaves out what is in folders that cannot be
 * read. Fails as `IncompleteWalk` says, but at once, because half a list is of no use.
 */
export function* listTree(
  root: RootDescriptor,
  { path, isVisible }: { readonly path: TreePath; readonly isVisible: VisibilityTest },
  progress: Progress,
): Generator<ListedBelow | undefined, void, undefined> {
  if (isVisible?.('') === false) return;
  const sort = inOrderOfBytes;
  const cursor = new TreeCursor(openFolderSync(root, path), { includeTemporary: false, sort });
  try {
    for (;;) {
      const found = cursor.next();
      if (found) {
        progress.entries += 1;
        yield readEntry(cursor, found, isVisible);
      } else if (!cursor.leave()) return;
    }
  } finally {
    cursor.close();
  }
}

/** Returns an entry, and enters it if it is a folder. */
function readEntry(
  cursor: TreeCursor,
  found: FoundEntry,
  isVisible: VisibilityTest,
): ListedBelow | undefined {
  if (isVisible?.(found.below) === false) return undefined;
  const stats = unlessUnreadable(() => lstatAt(cursor.fd, found.name));
  if (!stats || isLinkedOwnFile(stats)) return undefined;
  const facts = toEntryFacts(stats);
  if (facts.kind === 'folder') unlessUnreadable(() => cursor.enter(found));
  return { name: nameText(found.name), below: found.below, facts };
}

/** Returns the result of `read`; undefined if the entry cannot be read, in a way that the next walk would not change. */
function unlessUnreadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const walk = new IncompleteWalk();
    walk.skip(error);
    walk.requireComplete();
    return undefined;
  }
}

/** Sorts entries by the bytes of their names. */
export function inOrderOfBytes(entries: NamedEntry[]): NamedEntry[] {
  const needsBytes = entries.some(({ name }) => typeof name !== 'string' || hasSurrogate(name));
  if (!needsBytes) return entries.sort((a, b) => compareText(nameText(a.name), nameText(b.name)));
  return entries
    .map((entry) => ({ entry, bytes: Buffer.from(entry.name) }))
    .sort((a, b) => a.bytes.compare(b.bytes))
    .map(({ entry }) => entry);
}

/** Returns true if the order of UTF-16 may differ from that of bytes, which only surrogates cause. */
function hasSurrogate(name: string): boolean {
  return /[\u{10000}-\u{10FFFF}]/u.test(name);
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
