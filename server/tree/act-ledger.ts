import type { TreePath } from '#contract/paths.ts';
import type { Database } from '../metadata/database.ts';
import { followMove } from '../metadata/follow-move.ts';
import { noteStrayPart, strikeStrayPart } from '../metadata/stray-parts.ts';
import {
  deleteAct,
  insertAct,
  type NewAct,
  type StoredEntry,
  type UnfinishedAct,
} from '../metadata/unfinished-acts.ts';
import { placeBelow } from './places.ts';

/** Notes what is about to be done, before it is: disk and database cannot commit together. */
export interface ActLedger {
  /** A hidden `from`, a part until now, belongs to the act from then on. */
  begin(act: NewAct): Promise<UnfinishedAct>;
  end(act: UnfinishedAct): Promise<void>;
  /** A folder has come to lie in another place: what waits unfinished in it is sought there from then on. */
  endMoved(act: UnfinishedAct, was: StoredEntry): Promise<void>;
  /** The hidden copy is a part again, that has to be removed. */
  giveUp(act: UnfinishedAct): Promise<void>;
}

export function createActLedger(db: Database): ActLedger {
  return {
    begin: (act) =>
      db.write(async (tx) => {
        await strikeStrayPart(tx, partOf(act));
        return insertAct(tx, act);
      }),
    end: ({ id }) => db.write((tx) => deleteAct(tx, id)),
    endMoved: ({ id, to }, was) =>
      db.write(async (tx) => {
        await deleteAct(tx, id);
        await followMove(tx, placeOf(was), placeOf(to));
      }),
    giveUp: (act) =>
      db.write(async (tx) => {
        await deleteAct(tx, act.id);
        await noteStrayPart(tx, partOf(act));
      }),
  };
}

function partOf({ from }: NewAct) {
  return { folder: from.folder, partName: from.name };
}

function placeOf({ folder, name }: StoredEntry): TreePath {
  return placeBelow(folder, name);
}
