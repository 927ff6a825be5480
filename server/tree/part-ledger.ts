import type { Database } from '../metadata/database.ts';
import { noteStrayPart, strikeStrayPart, type StrayPart } from '../metadata/stray-parts.ts';
import type { PartRef } from '../storage/driver.ts';

/** Notes what is about to lie hidden, a file or a folder: disk and database cannot commit together. */
export interface PartLedger {
  note(part: StrayPart): Promise<void>;
  strike(part: PartRef): Promise<void>;
}

export function createPartLedger(db: Database): PartLedger {
  return {
    note: (part) => db.write((tx) => noteStrayPart(tx, part)),
    strike: (part) => db.write((tx) => strikeStrayPart(tx, part)),
  };
}
