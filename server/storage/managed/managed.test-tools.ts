import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../metadata/database.ts';
import { migratedPostgresDatabase, missingPostgres } from '../../testing/engines.ts';
import type { BucketConfig, DatabaseConfig } from '../../config/config.ts';
import { emptyBucket, missingObjectStore } from '../../testing/object-store.ts';
import { openBucketStore } from '../open.ts';
import { openLocalDriver } from '../local/local-driver.ts';
import { LocalBlobStore } from './local-blob-store.ts';
import { ManagedDriver } from './managed-driver.ts';
import { Bucket } from './s3/bucket.ts';
import { BLOBS_FOLDER, TAILS_FOLDER } from './s3/objects.ts';

/** A managed store in a temporary folder. Closing the driver closes and removes everything. */
export interface StoreForTest {
  readonly driver: ManagedDriver;
  readonly db: Database;
  /** The folder of the store, if its contents are in a folder. */
  readonly folder: string;
  /** Returns the names of the files or objects with contents, with those of unfinished blobs. */
  contents(): Promise<string[]>;
}

export const ENGINES = ['sqlite', 'postgres'] as const satisfies readonly DatabaseConfig['kind'][];

/** Returns why tests on an engine are skipped; undefined if they are not. */
export function missingEngine(kind: DatabaseConfig['kind']): string | undefined {
  return kind === 'postgres' ? missingPostgres() : undefined;
}

/** Returns why tests on an engine and object storage are skipped; undefined if they are not. */
export function missingForBucket(kind: DatabaseConfig['kind']): string | undefined {
  return missingEngine(kind) ?? missingObjectStore();
}

/** Location of the contents of a store for a test. */
export type LocationForTest = 'folder' | 'bucket';

export async function openStoreForTest(
  kind: DatabaseConfig['kind'],
  keptIn: LocationForTest = 'folder',
): Promise<StoreForTest> {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-managed-'));
  const db = await openEmptyDatabase(kind);
  const bucket = keptIn === 'folder' ? undefined : await emptyBucket();
  const blobs =
    bucket === undefined
      ? new LocalBlobStore(openLocalDriver({ root: folder }))
      : openBucketStore(bucket, db);
  const driver = new ManagedDriver({ db, blobs, fileMode: 0o640, dirMode: 0o750 });
  const close = driver.close.bind(driver);
  driver.close = async () => {
    await close();
    await db.close();
    rmSync(folder, { recursive: true });
  };
  const contents = async () => (bucket === undefined ? filesIn(folder) : objectsIn(bucket));
  return { driver, db, folder, contents };
}

/** Opens a database with an empty tree. Closing it removes it. */
export async function openEmptyDatabase(kind: DatabaseConfig['kind']): Promise<Database> {
  const { config, drop } = await (kind === 'sqlite'
    ? migratedSqlite()
    : migratedPostgresDatabase());
  const db = await openDatabase(config, 'server');
  return {
    ...db,
    async close() {
      await db.close();
      await drop();
    },
  };
}

async function migratedSqlite(): Promise<{ config: DatabaseConfig; drop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-managed-'));
  const file = join(folder, 'filebrowser.db');
  copyFileSync(inject('migratedDatabase'), file);
  return {
    config: { kind: 'sqlite', file },
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

async function objectsIn(config: BucketConfig): Promise<string[]> {
  const bucket = new Bucket(config);
  const keys: string[] = [];
  for (const folder of [BLOBS_FOLDER, TAILS_FOLDER])
    for await (const { key } of bucket.list(folder, new AbortController().signal)) keys.push(key);
  await bucket.close();
  return keys;
}
