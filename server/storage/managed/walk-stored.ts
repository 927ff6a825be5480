import { isTemporaryName } from '#contract/temporary-names.ts';
import { inSlices } from '../../metadata/batches.ts';
import type { Reader } from '../../metadata/database.ts';
import { childrenByName, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { WalkRun } from './walk-run.ts';

/** Number of entries that are read at once. */
export const WALK_SLICE = 500;

export interface WalkedEntry {
  readonly entry: StoredEntry;
  /** Path below the start of the walk. */
  readonly below: string;
}

/** Yields slices of the children of a folder in the order of the bytes of their names, with temporary ones. */
export function childSlices(
  db: Reader,
  folder: number,
): AsyncGenerator<StoredEntry[], void, undefined> {
  return inSlices<StoredEntry>(
    (after, most) => childrenByName(db, folder, { after, most }),
    WALK_SLICE,
  );
}

/**
 * Yields everything below a folder, depth first, in the order of bytes, without temporary entries. Skips entries that `accepts` refuses, with
 * everything below.
 */
export async function* walkStored(
  db: Reader,
  { start, accepts }: { readonly start: number; accepts(below: string): boolean },
  run: WalkRun,
): AsyncGenerator<WalkedEntry> {
  const open = [{ entries: childrenOf(db, start), prefix: '' }];
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    await run.step();
    const next = await folder.entries.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const entry = next.value;
    const below = folder.prefix + entry.name;
    if (!accepts(below)) continue;
    yield { entry, below };
    if (entry.isFolder) open.push({ entries: childrenOf(db, entry.id), prefix: `${below}/` });
  }
}

async function* childrenOf(db: Reader, folder: number): AsyncGenerator<StoredEntry> {
  for await (const slice of childSlices(db, folder)) {
    for (const entry of slice) if (!isTemporaryName(entry.name)) yield entry;
  }
}
