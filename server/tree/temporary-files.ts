import { parseTreePath } from '#contract/paths.ts';
import type { Database, Reader } from '../metadata/database.ts';
import { listTemporaryFiles } from '../metadata/temporary-file-records.ts';
import { listJournalEntries } from '../metadata/operation-journal.ts';
import { listUnfinishedUploads } from '../metadata/uploads.ts';
import { LEASE_NAME } from '../storage/temporary-name.ts';
import type { TemporaryEntry } from '../storage/walk-outcomes.ts';
import { refOf } from './entry-paths.ts';
import type { TreeWalks } from '../storage/tree-walks.ts';

/** Small writes are not recorded, and last for moments: what is younger may belong to one. */
const YOUNG_MS = 10 * 60_000;

/**
 * Finds the temporary files that no record in the database knows: what a loss of power, an older backup of the database or another
 * program has left. The oldest come first.
 */
export async function findUnknownTemporaryFiles(
  walks: Pick<TreeWalks, 'findTemporary' | 'stat'>,
  db: Pick<Database, 'read'>,
  signal: AbortSignal,
): Promise<TemporaryEntry[]> {
  const found = await walks.findTemporary({ signal });
  // After the walk: a record is made before its file, and struck after it.
  const known = await knownNames(db.read);
  const youngest = Date.now() - YOUNG_MS;
  const unknown: TemporaryEntry[] = [];
  for (const entry of found) {
    const path = parseTreePath(entry.path);
    if (path === undefined || entry.modifiedMs > youngest) continue;
    const { folder, name } = refOf(path);
    if (known.has(name)) continue;
    if ((await walks.stat({ entry: { folder, name } })) !== undefined) unknown.push(entry);
  }
  return unknown.sort((one, other) => one.modifiedMs - other.modifiedMs);
}

/** The hidden names that belong to an operation, an upload or the server. */
export async function knownNames(db: Reader): Promise<ReadonlySet<string>> {
  const [parts, acts, uploads] = await Promise.all([
    listTemporaryFiles(db),
    listJournalEntries(db),
    listUnfinishedUploads(db),
  ]);
  return new Set([
    LEASE_NAME,
    ...parts.map(({ partName }) => partName),
    ...acts.map(({ from }) => from.name),
    ...uploads.map(({ partName }) => partName),
  ]);
}

/** What an unknown temporary file probably is, in a few words. */
export function probableOrigin({ kind, holds, twin }: TemporaryEntry): string {
  if (kind === 'folder') {
    const names = holds.length === 0 ? 'nothing' : holds.join(', ');
    return `folder that was being copied, merged or deleted; holds ${names}`;
  }
  if (twin !== undefined) return `version or copy of ${twin}, which is as large`;
  return 'upload or copy that was cut off';
}
