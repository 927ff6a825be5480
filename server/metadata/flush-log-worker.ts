import { workerData } from 'node:worker_threads';
import { serveJobs } from '../lib/worker-jobs.ts';
import { flushLog } from './write-ahead-log.ts';

const jobs = { flush: (): bigint => flushLog(workerData as string) };
export type FlushLogJobs = typeof jobs;

serveJobs(jobs, (error) => error);
