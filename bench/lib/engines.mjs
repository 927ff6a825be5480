import { startObjectStore } from '../../scripts/object-store.mjs';
import { createPostgresDatabase } from '../../scripts/postgres-database.mjs';
import { startPostgres } from '../../scripts/postgres.mjs';

export const BUCKET = 'bench';

/**
 * Starts PostgreSQL and object storage with an empty bucket. Returns the store, and the flags and the environment of servers that use both.
 */
export async function startEngines(bench) {
  const postgres = await startPostgres();
  if (postgres.missing) throw new Error(postgres.missing);
  await bench.started({ program: postgres });
  const database = await createPostgresDatabase(postgres.url);
  const store = await startObjectStore(BUCKET);
  await bench.started({ program: store });
  const { accessKeyId, secretAccessKey } = store.credentials;
  return {
    store,
    flags: [
      `--database=${database.url}`,
      `--storage=s3://${BUCKET}/files`,
      `--storageEndpoint=${store.endpoint}`,
      '--storageRegion=us-east-1',
      '--storagePathStyle',
    ],
    env: {
      ...process.env,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
}
