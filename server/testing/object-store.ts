import { randomUUID } from 'node:crypto';
import {
  missingObjectStore as missing,
  startObjectStore,
  type TestObjectStore,
} from '../../scripts/object-store.mjs';
import type { BucketConfig } from '../config/config.ts';

export const BUCKET = 'files';

let running: Promise<TestObjectStore> | undefined;

/** Returns why tests on object storage are skipped; undefined if they are not. With CI=true, that is a failure. */
export function missingObjectStore(): string | undefined {
  const reason = missing();
  if (reason !== undefined && process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** Starts the object storage of this process, which ends with it, and puts its credentials where the library looks for them. */
export async function objectStore(): Promise<TestObjectStore> {
  running ??= startObjectStore(BUCKET);
  const store = await running;
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  return store;
}

/** Returns a prefix without objects for one test. */
export async function emptyBucket(): Promise<BucketConfig> {
  const { endpoint } = await objectStore();
  const service = { endpoint, publicEndpoint: undefined, region: undefined, pathStyle: true };
  return { name: BUCKET, prefix: `${randomUUID()}/`, ...service };
}
