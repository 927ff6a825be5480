import type { Database } from '../metadata/database.ts';
import { listStrayParts, noteStrayPart, strikeStrayPart } from '../metadata/stray-parts.ts';
import type { PartRef, StorageDriver } from '../storage/driver.ts';

/** Notes the unfinished file of a request before its first byte: disk and database cannot commit together. */
export interface PartLedger {
  note(part: PartRef): Promise<void>;
  strike(part: PartRef): Promise<void>;
}

export function createPartLedger(db: Database): PartLedger {
  return {
    note: (part) => db.write((tx) => noteStrayPart(tx, part)),
    strike: (part) => db.write((tx) => strikeStrayPart(tx, part)),
  };
}

/**
 * At a start nothing is being written yet: what is noted was left behind by a crash. What cannot be removed
 * stays noted, and `failed` is told.
 */
export async function removeStrayParts(
  db: Database,
  driver: StorageDriver,
  failed: (error: unknown, part: PartRef) => void,
): Promise<void> {
  for (const part of await listStrayParts(db.read)) {
    try {
      await driver.removePart(part);
      await db.write((tx) => strikeStrayPart(tx, part));
    } catch (error) {
      failed(error, part);
    }
  }
}
