import { workerData } from 'node:worker_threads';
import { serveJobs } from '../lib/worker-jobs.ts';
import { flushLog, type FlushedLog } from './write-ahead-log.ts';

const jobs = { flush: (): FlushedLog => flushLog(workerData as string) };
export type FlushLogJobs = typeof jobs;

serveJobs(jobs);
