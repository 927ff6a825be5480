import type { Database } from '../metadata/database.ts';
import { followMove } from '../metadata/follow-move.ts';
import { recordStrayPart, clearStrayPart, type StrayPart } from '../metadata/stray-parts.ts';
import type { TemporaryFileRef, StorageDriver } from '../storage/driver.ts';
import type { Completions } from './completions.ts';
import { folderMarkOf } from './evidence.ts';
import type { Move } from './entry-paths.ts';

/** Notes what is about to lie hidden, a file or a folder: disk and database cannot commit together. */
export interface PartLedger {
  note(part: StrayPart): Promise<void>;
  strike(part: TemporaryFileRef): Promise<void>;
  /** Whether this process has noted it, and not struck it. */
  isInUse(part: TemporaryFileRef): boolean;
  /** What was hidden is seen again, perhaps by another name than before. */
  giveBack(part: TemporaryFileRef, move: Move): Promise<void>;
}

export function createPartLedger(
  db: Database,
  completions: Completions,
  driver: Pick<StorageDriver, 'resolve'>,
): PartLedger {
  const inUse = new Set<string>();
  return {
    isInUse: ({ partName }) => inUse.has(partName),
    async note(part) {
      await completions.settled();
      const folderMark = await folderMarkOf(driver, part.folder);
      await db.write((tx) => recordStrayPart(tx, { ...part, folderMark }));
      inUse.add(part.partName);
    },
    strike: (part) =>
      completions.store(() =>
        db
          .write(async (tx) => void (await clearStrayPart(tx, part)), { isIdempotent: true })
          .then(() => void inUse.delete(part.partName)),
      ),
    giveBack: (part, { from, to }) =>
      completions.store(() =>
        db
          .write(
            async (tx) => {
              if (await clearStrayPart(tx, part)) await followMove(tx, from, to);
            },
            { isIdempotent: true },
          )
          .then(() => void inUse.delete(part.partName)),
      ),
  };
}
