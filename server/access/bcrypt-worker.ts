import { compareSync } from 'bcryptjs';
import { serveJobs } from '../lib/worker-jobs.ts';

const jobs = {
  /** About 70 ms of pure computing for the predecessor's cost of 10: nothing for the main thread. */
  compare: ({ hash, password }: { readonly hash: string; readonly password: string }): boolean =>
    compareSync(password, hash),
};
export type BcryptJobs = typeof jobs;

serveJobs(jobs);
