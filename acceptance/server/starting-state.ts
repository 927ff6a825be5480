import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresDatabase } from '../../scripts/postgres-database.mjs';
import { builtOnce } from './built-once.ts';
import { createDatabase } from './postgres-databases.ts';
import {
  DATABASE_NAME,
  fillDatabase,
  hasDatabase,
  provideDatabase,
  runProgram,
} from './setup-database.ts';
import { type Storage, storeFlags } from './storage.ts';

/** Database and files with which a server starts. */
export interface StartingState {
  /** Path or address of the database. */
  readonly database: string;
  /** Flags of the managed store; none for a folder. */
  readonly storeFlags: readonly string[];
  /** True if the fixture tree has still to be imported into the managed store, because the server creates its database. */
  readonly lacksFiles: boolean;
  /** Removes what is not in the working folder. */
  discard(): Promise<void>;
}

interface Wanted {
  /** The folder of `inject('scratch')`. */
  readonly scratch: string;
  readonly setup: string;
  /** The working folder of the server. */
  readonly work: string;
  readonly storage: Storage;
}

const NOTHING = () => Promise.resolve();

/** Provides the database of a setup and, in a managed store, the fixture tree. */
export async function provideState(wanted: Wanted): Promise<StartingState> {
  const { scratch, setup, work, storage } = wanted;
  if (storage === 'postgres') return stateInPostgres(wanted);
  const database = join(work, DATABASE_NAME);
  const lacksFiles = storage !== 'folder' && !hasDatabase(setup);
  if (storage === 'managed' && !lacksFiles) {
    cpSync(await importedState(scratch, setup), work, { recursive: true });
    const flags = await storeFlags(storage, work);
    return { database, storeFlags: flags, lacksFiles, discard: NOTHING };
  }
  await provideDatabase(scratch, setup, work);
  const flags = await storeFlags(storage, work);
  if (flags.length > 0 && !lacksFiles) importTree(scratch, work, [...flags, '-d', database]);
  return { database, storeFlags: flags, lacksFiles, discard: NOTHING };
}

/** Imports the fixture tree into a managed store. `flags` name the store and its database. */
export function importTree(scratch: string, work: string, flags: readonly string[]): void {
  runProgram(work, ['storage', 'import', join(scratch, 'tree', 'srv'), ...flags]);
}

/** Returns a folder with the database of a setup and a managed store. Importing takes seconds. */
function importedState(scratch: string, setup: string): Promise<string> {
  return builtOnce(join(scratch, 'imported', setup), async (draft) => {
    await provideDatabase(scratch, setup, draft);
    importTree(scratch, draft, [...(await storeFlags('managed', draft)), '-d', DATABASE_NAME]);
  });
}

interface ImportedDatabase {
  readonly template: PostgresDatabase;
  readonly flags: readonly string[];
}

const imported = new Map<string, Promise<ImportedDatabase>>();

/**
 * Provides a copy of the database of a setup. All copies refer to the same contents in the bucket, which is possible because servers never
 * change contents, and remove them a day after their last use at the earliest.
 */
async function stateInPostgres({ scratch, setup, work }: Wanted): Promise<StartingState> {
  if (!hasDatabase(setup)) {
    const { url, drop } = await createDatabase();
    const flags = await storeFlags('postgres', work);
    return { database: url, storeFlags: flags, lacksFiles: true, discard: drop };
  }
  const known = imported.get(setup) ?? importInto(scratch, setup);
  imported.set(setup, known);
  const { template, flags } = await known;
  const { url, drop } = await createDatabase(template);
  return { database: url, storeFlags: flags, lacksFiles: false, discard: drop };
}

async function importInto(scratch: string, setup: string): Promise<ImportedDatabase> {
  const folder = mkdtempSync(join(scratch, 'imported-'));
  const template = await createDatabase();
  fillDatabase(setup, folder, template.url);
  const flags = await storeFlags('postgres', folder);
  importTree(scratch, folder, [...flags, '-d', template.url]);
  return { template, flags };
}
