import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database, Reader, Writer } from './database.ts';
import {
  AuthSettings,
  completeGlobalDocument,
  readGlobalDocument,
  type StoredGlobalSettings,
  MigrationSource,
} from './setting-documents.ts';
import { lockDocument, readDocument, writeDocument } from './setting-rows.ts';

/** The folder that a server with this database has served last, by which a start notices that another one is at its path. */
const ServedRoot = z.object({
  /** Path of the root when it was last served. */
  path: z.string(),
  /** Fingerprint of the folder; see `SeenRoot`. */
  mark: z.string(),
  /** The id in the marker file of the folder. */
  id: z.string().optional(),
});
export type ServedRoot = Readonly<z.infer<typeof ServedRoot>>;

/** The stored server record (compatibility.md 9.4). The configuration validates its values. */
export type ServerSettings = Readonly<Record<string, unknown>>;

const AnyDocument = z.record(z.string(), z.unknown());
const SIGNING_KEY_BYTES = 64;

/** Returns the global settings; the defaults until some are stored. */
export async function readGlobalSettings(db: Reader): Promise<StoredGlobalSettings> {
  return readGlobalDocument((await readDocument(db, 'global')) ?? {});
}

export async function writeGlobalSettings(
  tx: Writer,
  settings: StoredGlobalSettings,
): Promise<void> {
  await writeDocument(tx, 'global', completeGlobalDocument(settings));
}

/** Updates the global settings in one step. Of two concurrent updates, the second sees the result of the first. */
export async function updateGlobalSettings(
  tx: Writer,
  change: (stored: StoredGlobalSettings) => StoredGlobalSettings,
): Promise<StoredGlobalSettings> {
  const changed = change(readGlobalDocument(await lockDocument(tx, 'global', {})));
  await writeGlobalSettings(tx, changed);
  return changed;
}

/** Lets no other transaction update settings of any kind until this one has ended. */
export async function lockSettings(tx: Writer): Promise<void> {
  await lockDocument(tx, 'global', {});
}

/** Returns true for a database that was configured, or that a server has used. */
export async function hasStoredSettings(db: Reader): Promise<boolean> {
  return (await readDocument(db, 'global')) !== undefined;
}

/** Returns the stored server settings: only the values that were set. */
export async function readServerSettings(db: Reader): Promise<ServerSettings> {
  return AnyDocument.parse((await readDocument(db, 'server')) ?? {});
}

export async function writeServerSettings(tx: Writer, settings: ServerSettings): Promise<void> {
  await writeDocument(tx, 'server', settings);
}

/** Updates the server settings in one step, as `updateGlobalSettings` does. */
export async function updateServerSettings(
  tx: Writer,
  change: (stored: ServerSettings) => ServerSettings,
): Promise<void> {
  await lockSettings(tx);
  await writeServerSettings(tx, change(await readServerSettings(tx)));
}

export async function readAuthSettings(db: Reader): Promise<AuthSettings> {
  const stored = AnyDocument.parse((await readDocument(db, 'auth')) ?? {});
  return AuthSettings.parse({ recaptcha: null, header: '', command: '', ...stored });
}

export async function writeAuthSettings(tx: Writer, settings: AuthSettings): Promise<void> {
  await writeDocument(tx, 'auth', settings);
}

/** Returns the migration source; undefined for a database that was not migrated. */
export async function readMigrationSource(db: Reader): Promise<MigrationSource | undefined> {
  const stored = await readDocument(db, 'takenOver');
  return stored === undefined ? undefined : MigrationSource.parse(stored);
}

export async function writeMigrationSource(tx: Writer, from: MigrationSource): Promise<void> {
  await writeDocument(tx, 'takenOver', from);
}

/** Returns the folder that was served last; undefined until a server has started with the database. */
export async function readServedRoot(db: Reader): Promise<ServedRoot | undefined> {
  const stored = await readDocument(db, 'servedRoot');
  return stored === undefined ? undefined : ServedRoot.parse(stored);
}

export async function writeServedRoot(tx: Writer, root: ServedRoot): Promise<void> {
  await writeDocument(tx, 'servedRoot', root);
}

/** Returns the time of the purge clock (cleanup/purge-clock.ts) in Unix milliseconds; undefined until a server has stored it. */
export async function readPurgeTime(db: Reader): Promise<number | undefined> {
  const stored = await readDocument(db, 'purgeTime');
  return stored === undefined ? undefined : z.number().parse(stored);
}

export async function writePurgeTime(tx: Writer, ms: number): Promise<void> {
  await writeDocument(tx, 'purgeTime', ms);
}

const TemporaryFiles = z.object({
  /** Time at which the tree was read. Unix milliseconds. */
  at: z.number(),
  count: z.number(),
});
/** Number of temporary files that belonged to no operation when the tree was last read. */
export type TemporaryFiles = Readonly<z.infer<typeof TemporaryFiles>>;

/** Returns undefined until the tree has been read. */
export async function readTemporaryFiles(db: Reader): Promise<TemporaryFiles | undefined> {
  const stored = await readDocument(db, 'temporaryFiles');
  return stored === undefined ? undefined : TemporaryFiles.parse(stored);
}

export async function writeTemporaryFiles(tx: Writer, files: TemporaryFiles): Promise<void> {
  await writeDocument(tx, 'temporaryFiles', files);
}

const UnrecoveredList = z.object({
  /** Time at which recovery ended. Unix milliseconds. */
  at: z.number(),
  entries: z.array(
    z.object({
      /** Id of the record; see tree/unrecovered-records.ts. */
      id: z.string(),
      reason: z.string(),
    }),
  ),
});
/** Journal records that the last recovery could not complete. */
export type UnrecoveredList = Readonly<z.infer<typeof UnrecoveredList>>;

const NOTHING_UNRECOVERED: UnrecoveredList = { at: 0, entries: [] };

export async function readUnrecovered(db: Reader): Promise<UnrecoveredList> {
  const stored = await readDocument(db, 'keptEntries');
  return stored === undefined ? NOTHING_UNRECOVERED : UnrecoveredList.parse(stored);
}

/** Returns the list, and lets no other transaction change it until this one has ended. */
export async function lockUnrecovered(tx: Writer): Promise<UnrecoveredList> {
  return UnrecoveredList.parse(await lockDocument(tx, 'keptEntries', NOTHING_UNRECOVERED));
}

export async function writeUnrecovered(tx: Writer, unrecovered: UnrecoveredList): Promise<void> {
  await writeDocument(tx, 'keptEntries', unrecovered);
}

/**
 * Returns the 64-byte key that signs tokens, and creates it at the first start. When two servers create one, both use the first.
 */
export async function readOrCreateSigningKey(db: Database): Promise<Buffer> {
  const stored = await readSigningKey(db.read);
  if (stored !== undefined) return stored;
  const value = JSON.stringify(randomBytes(SIGNING_KEY_BYTES).toString('base64'));
  return await db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ key: 'signingKey', value })
      .onConflict((taken) => taken.column('key').doNothing())
      .execute();
    const key = await readSigningKey(tx);
    if (key === undefined) throw new Error('the signing key was not stored');
    return key;
  });
}

async function readSigningKey(db: Reader): Promise<Buffer | undefined> {
  const stored = await readDocument(db, 'signingKey');
  return stored === undefined ? undefined : Buffer.from(z.base64().parse(stored), 'base64');
}
