import { nameOf, parseTreePath } from '#contract/paths.ts';
import type { Database, Reader } from '../metadata/database.ts';
import { listOperations } from '../metadata/operation-journal.ts';
import { unfinishedUploads } from '../metadata/uploads.ts';
import { LEASE_NAME } from '../storage/temporary-name.ts';
import type { TemporaryEntry } from '../storage/walk-outcomes.ts';
import { refOf } from './entry-paths.ts';
import type { TreeWalks } from '../storage/tree-walks.ts';

/** Small writes last for moments and are not recorded, so a younger file may belong to one. Milliseconds. */
const YOUNG_MS = 10 * 60_000;

/**
 * Finds temporary files without a record in the database, which a power cut, an older backup of the database or
 * another program has left. The oldest come first.
 */
export async function findUnknownTemporaryFiles(
  walks: Pick<TreeWalks, 'findTemporary' | 'stat'>,
  db: Pick<Database, 'read'>,
  signal: AbortSignal,
): Promise<TemporaryEntry[]> {
  const found = await walks.findTemporary({ known: await knownNames(db.read) }, { signal });
  // Read again after the walk: a record is created before its file, and removed after it.
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

/** Returns the temporary names that belong to an operation, an upload or the server. */
export async function knownNames(db: Reader): Promise<ReadonlySet<string>> {
  const names = new Set([LEASE_NAME]);
  for (const { temporary } of await listOperations(db)) {
    if (temporary !== undefined) names.add(nameOf(temporary));
  }
  for await (const uploads of unfinishedUploads(db)) {
    for (const { partName } of uploads) names.add(partName);
  }
  return names;
}

/** Describes in a few words what an unknown temporary file probably is. */
export function probableOrigin({ kind, holds, twin }: TemporaryEntry): string {
  if (kind === 'folder') {
    const names = holds.length === 0 ? 'nothing' : holds.join(', ');
    return `folder that was being copied, merged or deleted; holds ${names}`;
  }
  if (twin !== undefined) return `version or copy of ${twin}, which is as large`;
  return 'upload or copy that was cut off';
}
