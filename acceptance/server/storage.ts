import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { missingObjectStore, startObjectStore } from '../../scripts/object-store.mjs';
import { missingDatabases } from './postgres-databases.ts';

/**
 * Storage of the files: a folder; a managed store in a folder or in a bucket, with its tree in SQLite; or one in a bucket, with its tree in
 * PostgreSQL.
 */
export type Storage = 'folder' | 'managed' | 'bucket' | 'postgres';

const BUCKET = 'files';
/** Folder of the managed store in the working folder. */
const STORE = 'store';

let objects: ReturnType<typeof startObjectStore> | undefined;

export function storageNamed(name: string | undefined): Storage {
  return name === 'managed' || name === 'bucket' || name === 'postgres' ? name : 'folder';
}

/** Returns why tests with the storage are skipped; undefined if they are not. With CI=true, that is a failure. */
export function missingStorage(storage: Storage): string | undefined {
  const reason =
    (storage === 'postgres' ? missingDatabases() : undefined) ??
    (storage === 'bucket' || storage === 'postgres' ? missingObjectStore() : undefined);
  if (reason !== undefined && process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** Returns the flags of a new managed store; none for a folder. The object storage ends with this process. */
export async function storeFlags(storage: Storage, work: string): Promise<string[]> {
  if (storage === 'folder') return [];
  if (storage === 'managed') return ['--storage', `managed:${join(work, STORE)}`];
  objects ??= startObjectStore(BUCKET);
  const { endpoint, credentials } = await objects;
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
  return [
    ...['--storage', `s3://${BUCKET}/${randomUUID()}`],
    ...['--storageEndpoint', endpoint, '--storagePathStyle'],
  ];
}

/** Returns the variables with which the program reaches the object storage. */
export function storeCredentials(): Record<string, string> {
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
