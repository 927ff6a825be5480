import { isTemporaryName } from '#contract/temporary-names.ts';
import { copyEntries, insertEntry, type NewEntry } from '../../metadata/change-entries.ts';
import { childrenByName, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { Writer } from '../../metadata/database.ts';
import { lockEntries } from '../../metadata/dialect.ts';
import { compileWalkFilter } from '../../policy/walk-filter.ts';
import type { CopyTask } from '../tree-walks.ts';
import type { NotCopied } from '../walk-outcomes.ts';
import { requireEntryName } from '../entry-name.ts';
import { mayNotBeSeen } from '../driver-errors.ts';
import { removeStored } from './remove-stored.ts';
import { throwTaken } from './publish-entry.ts';
import { change, entryOf, folderAt, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { WALK_SLICE } from './walk-stored.ts';

/** Number of entries and folders after which a transaction ends. */
const COPIED_AT_ONCE = 1_000;
/** Maximum number of folders with which one transaction begins. */
const FOLDERS_AT_ONCE = 100;

/** A folder whose contents have to be copied. */
interface Pending {
  readonly source: number;
  readonly copy: number;
  readonly below: string;
  /** The last entry that has been copied. */
  readonly after: StoredEntry | undefined;
}

/**
 * Implements `copy` of the walks: creates entries that refer to the same blobs. Nothing is left out, unless the caller asks for an early end. A
 * copy that continues after an interruption is always completed.
 */
export async function copyStored(
  tree: StoredTree,
  { from, to, filter, continues }: CopyTask,
  run: WalkRun,
): Promise<NotCopied> {
  const isVisible = compileWalkFilter(filter) ?? (() => true);
  if (!isVisible('')) throw mayNotBeSeen();
  requireEntryName(to.name);
  // A copy consists of rows only, so an interrupted one is quickly made again.
  if (continues) await removeStored(tree, to, run);
  run.entries = 0;
  const source = await entryOf(tree.db.read, from);
  const folder = await folderAt(tree.db.read, to.folder);
  const copy = await change(tree, async (tx) => {
    await lockEntries(tx, [folder.id]);
    return insertEntry(tx, copyOf(source, folder.id, to.name)).catch(throwTaken);
  });
  run.entries += 1;
  run.bytes += source.size;
  const pending: Pending[] = source.isFolder
    ? [{ source: source.id, copy: copy.id, below: '', after: undefined }]
    : [];
  while (pending.length > 0) {
    await run.step();
    if (run.isEnough && !continues) break;
    const some = pending.splice(-FOLDERS_AT_ONCE);
    const counts = await change(tree, (tx) => copySome(tx, [...some], isVisible), DEFERRED);
    pending.push(...counts.pending);
    run.entries += counts.entries;
    run.bytes += counts.bytes;
  }
  // A transaction that is not deferred makes all earlier ones durable.
  await change(tree, async () => undefined);
  return { count: 0, names: [], ...(pending.length > 0 && { isPartial: true }) };
}

/** Options of transactions that need not be durable at once, because the copy is of no use before its end. */
const DEFERRED = { isDeferred: true };

interface CopiedSome {
  readonly entries: number;
  readonly bytes: number;
  /** Folders that are left to copy. */
  readonly pending: readonly Pending[];
}

/** Copies about COPIED_AT_ONCE entries of one or several folders in one transaction. Leaves the folders that remain in `pending`. */
async function copySome(
  tx: Writer,
  pending: Pending[],
  isVisible: (below: string) => boolean,
): Promise<CopiedSome> {
  let entries = 0;
  let bytes = 0;
  let folders = 0;
  while (entries + folders < COPIED_AT_ONCE) {
    const next = pending.pop();
    if (next === undefined) break;
    folders += 1;
    const { source, copy, below, after } = next;
    const slice = await childrenByName(tx, source, { after, most: WALK_SLICE });
    const copied = slice.filter(({ name }) => !isTemporaryName(name));
    if (!copied.every(({ name }) => isVisible(below + name))) throw mayNotBeSeen();
    const ids = copied.map(({ id }) => id);
    const copies = await copyEntries(tx, ids, copy);
    if (slice.length === WALK_SLICE) pending.push({ ...next, after: slice.at(-1) });
    for (const { id, name, size } of copied) {
      const folder = copies.get(name);
      if (folder !== undefined) {
        pending.push({ source: id, copy: folder, below: `${below}${name}/`, after: undefined });
      }
      bytes += size;
    }
    entries += copied.length;
  }
  return { entries, bytes, pending };
}

function copyOf(entry: StoredEntry, parent: number, name: string): NewEntry {
  const { isFolder, size, modifiedUs, mode, blob } = entry;
  return { parent, name, isFolder, size, modifiedUs, mode, blob };
}
