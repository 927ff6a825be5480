import type { TreePath } from '#contract/paths.ts';
import type { Database, Writer } from '../metadata/database.ts';
import { followMove } from '../metadata/follow-move.ts';
import {
  deleteJournalEntry,
  insertJournalEntry,
  listJournalEntries,
  type NewJournalEntry,
  type StoredEntry,
  type JournalEntry,
} from '../metadata/operation-journal.ts';
import { placeShares, type SharedItem } from '../metadata/shared-items.ts';
import {
  clearTemporaryFile,
  listTemporaryFiles,
  recordTemporaryFile,
  type TemporaryFileRecord,
} from '../metadata/temporary-file-records.ts';
import type { TemporaryFileRef, StorageDriver } from '../storage/driver.ts';
import type { Completions } from './completions.ts';
import { type Move, requireChildPath } from './entry-paths.ts';
import { folderMarkOf } from './evidence.ts';

/** A share, and the present path of its entry. */
export type PlacedShare = Pick<SharedItem, 'hash' | 'place'>;

/**
 * Records in the database what operations are about to do, before they do it, because disk and database cannot commit together. After a
 * crash, recovery reads what was recorded and not ended. An end is stored once, however often it is repeated, and waits for a database that
 * is unavailable; a beginning is refused then.
 */
export class OperationJournal {
  readonly #db: Database;
  readonly #completions: Completions;
  readonly #driver: Pick<StorageDriver, 'resolve'>;
  /** Names of temporary files that this process has recorded and not cleared. */
  readonly #partsInUse = new Set<string>();

  constructor(db: Database, completions: Completions, driver: Pick<StorageDriver, 'resolve'>) {
    this.#db = db;
    this.#completions = completions;
    this.#driver = driver;
  }

  /** Records an operation. A temporary file in `from` belongs to the operation from then on. */
  async begin(entry: NewJournalEntry): Promise<JournalEntry> {
    await this.#completions.settled();
    const folderMark = await folderMarkOf(this.#driver, entry.from.folder);
    return this.#db.write(async (tx) => {
      await clearTemporaryFile(tx, partOf(entry));
      return insertJournalEntry(tx, { ...entry, folderMark });
    });
  }

  /** Ends an operation that has moved nothing. */
  end(entry: JournalEntry): Promise<void> {
    return this.#complete(entry, async () => undefined);
  }

  /** Ends an operation that has moved an entry: shares, and unfinished uploads in it, follow. */
  endMoved(entry: JournalEntry, from: StoredEntry): Promise<void> {
    return this.#complete(entry, (tx) => followMove(tx, pathOf(from), pathOf(entry.to)));
  }

  /** Ends an operation that has moved some entries and no unfinished uploads: the given shares follow. */
  endPlaced(entry: JournalEntry, shares: readonly PlacedShare[]): Promise<void> {
    return this.#complete(entry, (tx) => placeShares(tx, shares));
  }

  /** Ends a merge that has failed: the folder is visible again, perhaps under another name, without the entries of `shares`. */
  endGivenBack(
    entry: JournalEntry,
    { from, to }: Move,
    shares: readonly PlacedShare[],
  ): Promise<void> {
    return this.#complete(entry, async (tx) => {
      await placeShares(tx, shares);
      await followMove(tx, from, to);
    });
  }

  /** Ends a copy that cannot be published: it is recorded as a temporary file that has to be removed. */
  giveUp(entry: JournalEntry): Promise<void> {
    const part = { ...partOf(entry), folderMark: entry.folderMark };
    return this.#complete(entry, (tx) => recordTemporaryFile(tx, part));
  }

  /** Records a temporary file or folder before it is created. */
  async recordTemporaryFile(part: TemporaryFileRecord): Promise<void> {
    await this.#completions.settled();
    const folderMark = await folderMarkOf(this.#driver, part.folder);
    await this.#db.write((tx) => recordTemporaryFile(tx, { ...part, folderMark }));
    this.#partsInUse.add(part.partName);
  }

  /** Clears the record of a temporary file that has been published or removed. */
  clearTemporaryFile(part: TemporaryFileRef): Promise<void> {
    return this.#storeEndOfPart(part, async (tx) => void (await clearTemporaryFile(tx, part)));
  }

  /** Clears the record of a folder that could not be removed and is visible again, perhaps under another name. */
  restoreTemporaryFile(part: TemporaryFileRef, { from, to }: Move): Promise<void> {
    return this.#storeEndOfPart(part, async (tx) => {
      if (await clearTemporaryFile(tx, part)) await followMove(tx, from, to);
    });
  }

  /** Lists the operations that have not ended, in the order in which they have begun. */
  operations(): Promise<JournalEntry[]> {
    return listJournalEntries(this.#db.read);
  }

  /** Lists the temporary files that an earlier process has left. */
  async leftTemporaryFiles(): Promise<TemporaryFileRecord[]> {
    const parts = await listTemporaryFiles(this.#db.read);
    return parts.filter(({ partName }) => !this.#partsInUse.has(partName));
  }

  /** Deletes the entry and stores what follows from it. */
  #complete({ id }: JournalEntry, follow: (tx: Writer) => Promise<void>): Promise<void> {
    return this.#completions.store(() =>
      this.#db.write(
        async (tx) => {
          if (await deleteJournalEntry(tx, id)) await follow(tx);
        },
        { isIdempotent: true },
      ),
    );
  }

  #storeEndOfPart(
    { partName }: TemporaryFileRef,
    store: (tx: Writer) => Promise<void>,
  ): Promise<void> {
    return this.#completions.store(async () => {
      await this.#db.write(store, { isIdempotent: true });
      this.#partsInUse.delete(partName);
    });
  }
}

function partOf({ from }: NewJournalEntry) {
  return { folder: from.folder, partName: from.name };
}

function pathOf({ folder, name }: StoredEntry): TreePath {
  return requireChildPath(folder, name);
}
