import { workerUrl } from '../lib/worker-url.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { BcryptJobs } from './bcrypt-worker.ts';

/** bcrypt reads no further; the predecessor refused longer ones, so none was ever hashed. Bytes. */
const MAX_PASSWORD_BYTES = 72;

const pool = new WorkerPool<BcryptJobs>({
  url: workerUrl(import.meta.url, 'bcrypt-worker'),
  size: 1,
  data: undefined,
  toError: ({ message }) => new Error(message),
});

/** For hashes that came over from the predecessor; a right one is hashed anew by argon2id at once. */
export async function compareBcrypt(hash: string, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
  return pool.run('compare', { hash, password });
}
