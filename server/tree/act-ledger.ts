import type { TreePath } from '#contract/paths.ts';
import type { Database, Writer } from '../metadata/database.ts';
import { followMove } from '../metadata/follow-move.ts';
import { placeShares, type SharedItem } from '../metadata/shared-items.ts';
import { noteStrayPart, strikeStrayPart } from '../metadata/stray-parts.ts';
import {
  deleteAct,
  insertAct,
  type NewAct,
  type StoredEntry,
  type UnfinishedAct,
} from '../metadata/unfinished-acts.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { Completions } from './completions.ts';
import { folderMarkOf } from './evidence.ts';
import { type Move, placeBelow } from './places.ts';

/** Notes what is about to be done, before it is: disk and database cannot commit together. */
export interface ActLedger {
  /** A hidden `from`, a part until now, belongs to the act from then on. */
  begin(act: NewAct): Promise<UnfinishedAct>;
  end(act: UnfinishedAct): Promise<void>;
  /** An entry has come to lie in another place: links, and what waits unfinished in it, are sought there from then on. */
  endMoved(act: UnfinishedAct, was: StoredEntry): Promise<void>;
  /** Some of what lay there has, and nothing unfinished: these links lead to where their items are now. */
  endPlaced(act: UnfinishedAct, items: readonly PlacedShare[]): Promise<void>;
  /** A folder that could not be merged is seen again, perhaps by another name, without these items. */
  endGivenBack(act: UnfinishedAct, move: Move, items: readonly PlacedShare[]): Promise<void>;
  /** The hidden copy is a part again, that has to be removed. */
  giveUp(act: UnfinishedAct): Promise<void>;
}

/** A link, and where its item is now. */
export type PlacedShare = Pick<SharedItem, 'hash' | 'place'>;

export function createActLedger(
  db: Database,
  completions: Completions,
  driver: Pick<StorageDriver, 'resolve'>,
): ActLedger {
  /** Deletes the act and stores what follows from it, once, however often it is repeated. */
  const complete = (
    { id }: UnfinishedAct,
    follow: (tx: Writer) => Promise<void> = async () => undefined,
  ): Promise<void> =>
    completions.store(() =>
      db.write(
        async (tx) => {
          if (await deleteAct(tx, id)) await follow(tx);
        },
        { isIdempotent: true },
      ),
    );
  return {
    async begin(act) {
      await completions.settled();
      const folderMark = await folderMarkOf(driver, act.from.folder);
      return db.write(async (tx) => {
        await strikeStrayPart(tx, partOf(act));
        return insertAct(tx, { ...act, folderMark });
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
      complete(act, (tx) => noteStrayPart(tx, { ...partOf(act), folderMark: act.folderMark })),
  };
}

function partOf({ from }: NewAct) {
  return { folder: from.folder, partName: from.name };
}

function placeOf({ folder, name }: StoredEntry): TreePath {
  return placeBelow(folder, name);
}
