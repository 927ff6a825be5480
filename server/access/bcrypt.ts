import { workerUrl } from '../lib/worker-url.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { BcryptJobs } from './bcrypt-worker.ts';

/** Maximum length of a bcrypt password in bytes. File Browser 2 refused longer ones. */
const MAX_PASSWORD_BYTES = 72;

const pool = new WorkerPool<BcryptJobs>({
  url: workerUrl(import.meta.url, 'bcrypt-worker'),
  size: 1,
});

/** Verifies hashes of migrated users. After a successful login the password is hashed again with argon2id. */
export async function compareBcrypt(hash: string, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
  return pool.run('compare', { hash, password });
}
