import type { BigIntStats } from 'node:fs';
import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import { ROOT } from '#contract/paths.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { FindTemporaryTask } from '../../tree-walks.ts';
import type { TemporaryEntry } from '../../walk-outcomes.ts';
import { withDescriptor, lstatAt, openReadableFolderAt } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { nameText } from '../../raw-name.ts';
import { ROOT_MARKER } from '../../temporary-name.ts';
import { openFolderSync } from '../walk.ts';
import { readEntriesSync } from './read-entries.ts';
import { type FoundEntry, TreeCursor } from './tree-cursor.ts';

/** Maximum number of entries that are reported. */
const MAX_FOUND = 1_000;
/** Maximum number of names that are reported of a temporary folder. */
const MAX_NAMES = 3;
/** Maximum number of files in the same folder that are compared with a temporary file. */
const MAX_NEIGHBOURS = 1_000;

/** Implements `findTemporary` of the walks. Skips folders that cannot be read, the marker file and the trash. */
export function* findTemporary(
  root: RootDescriptor,
  { known }: FindTemporaryTask,
  progress: Progress,
): Task<TemporaryEntry[]> {
  const skipped = new Set([...known, ROOT_MARKER, TRASH_NAME]);
  const found: TemporaryEntry[] = [];
  const cursor = new TreeCursor(openFolderSync(root, ROOT), { includeTemporary: true });
  try {
    while (found.length < MAX_FOUND) {
      const entry = cursor.next();
      if (entry) {
        progress.entries += 1;
        visitEntry(cursor, entry, { skipped, found });
        yield;
      } else if (!cursor.leave()) break;
    }
  } finally {
    cursor.close();
  }
  return found;
}

function visitEntry(
  cursor: TreeCursor,
  entry: FoundEntry,
  { skipped, found }: { readonly skipped: ReadonlySet<string>; readonly found: TemporaryEntry[] },
): void {
  const name = nameText(entry.name);
  if (skipped.has(name)) return;
  try {
    if (!isTemporaryName(name)) {
      if (entry.kind === 'folder') cursor.enter(entry);
      return;
    }
    const stats = lstatAt(cursor.fd, entry.name);
    if (stats) found.push(hiddenEntry(cursor.fd, entry, stats));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

function hiddenEntry(folder: number, entry: FoundEntry, stats: BigIntStats): TemporaryEntry {
  const isFolder = stats.isDirectory();
  return {
    path: `/${entry.below}`,
    kind: isFolder ? 'folder' : 'file',
    bytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeMs),
    holds: isFolder ? namesIn(folder, nameText(entry.name)) : [],
    twin: isFolder ? undefined : twinOf(folder, stats),
  };
}

function namesIn(folder: number, name: string): string[] {
  return withDescriptor(openReadableFolderAt(folder, name), (fd) =>
    readEntriesSync(fd, { includeTemporary: true })
      .slice(0, MAX_NAMES)
      .map((entry) => nameText(entry.name)),
  );
}

/** Returns the name of a file in the same folder with the same size, of which it may be another version. */
function twinOf(folder: number, { size }: BigIntStats): string | undefined {
  if (size === 0n) return undefined;
  for (const { name, kind } of readEntriesSync(folder, { includeTemporary: false }).slice(
    0,
    MAX_NEIGHBOURS,
  )) {
    if (kind === 'file' && lstatAt(folder, name)?.size === size) return nameText(name);
  }
  return undefined;
}
