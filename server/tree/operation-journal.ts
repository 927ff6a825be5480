import type { TreePath } from '#contract/paths.ts';
import type { Database, Writer } from '../metadata/database.ts';
import { followMove } from '../metadata/follow-move.ts';
import { placeShares, type SharedItem } from '../metadata/shared-items.ts';
import { recordStrayPart, clearStrayPart } from '../metadata/stray-parts.ts';
import {
  deleteJournalEntry,
  insertJournalEntry,
  type NewJournalEntry,
  type StoredEntry,
  type JournalEntry,
} from '../metadata/operation-journal.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { Completions } from './completions.ts';
import { folderMarkOf } from './evidence.ts';
import { type Move, requireChildPath } from './entry-paths.ts';

/** Notes what is about to be done, before it is: disk and database cannot commit together. */
export interface OperationJournal {
  /** A hidden `from`, a part until now, belongs to the act from then on. */
  begin(act: NewJournalEntry): Promise<JournalEntry>;
  end(act: JournalEntry): Promise<void>;
  /** An entry has come to lie in another place: links, and what waits unfinished in it, are sought there from then on. */
  endMoved(act: JournalEntry, was: StoredEntry): Promise<void>;
  /** Some of what lay there has, and nothing unfinished: these links lead to where their items are now. */
  endPlaced(act: JournalEntry, items: readonly PlacedShare[]): Promise<void>;
  /** A folder that could not be merged is seen again, perhaps by another name, without these items. */
  endGivenBack(act: JournalEntry, move: Move, items: readonly PlacedShare[]): Promise<void>;
  /** The hidden copy is a part again, that has to be removed. */
  giveUp(act: JournalEntry): Promise<void>;
}

/** A link, and where its item is now. */
export type PlacedShare = Pick<SharedItem, 'hash' | 'place'>;

export function createOperationJournal(
  db: Database,
  completions: Completions,
  driver: Pick<StorageDriver, 'resolve'>,
): OperationJournal {
  /** Deletes the act and stores what follows from it, once, however often it is repeated. */
  const complete = (
    { id }: JournalEntry,
    follow: (tx: Writer) => Promise<void> = async () => undefined,
  ): Promise<void> =>
    completions.store(() =>
      db.write(
        async (tx) => {
          if (await deleteJournalEntry(tx, id)) await follow(tx);
        },
        { isIdempotent: true },
      ),
    );
  return {
    async begin(act) {
      await completions.settled();
      const folderMark = await folderMarkOf(driver, act.from.folder);
      return db.write(async (tx) => {
        await clearStrayPart(tx, partOf(act));
        return insertJournalEntry(tx, { ...act, folderMark });
      });
    },
    end: (act) => complete(act),
    endMoved: (act, was) => complete(act, (tx) => followMove(tx, placeOf(was), placeOf(act.to))),
    endPlaced: (act, items) => complete(act, (tx) => placeShares(tx, items)),
    endGivenBack: (act, { from, to }, items) =>
      complete(act, async (tx) => {
        await placeShares(tx, items);
        await followMove(tx, from, to);
      }),
    giveUp: (act) =>
      complete(act, (tx) => recordStrayPart(tx, { ...partOf(act), folderMark: act.folderMark })),
  };
}

function partOf({ from }: NewJournalEntry) {
  return { folder: from.folder, partName: from.name };
}

function placeOf({ folder, name }: StoredEntry): TreePath {
  return requireChildPath(folder, name);
}
