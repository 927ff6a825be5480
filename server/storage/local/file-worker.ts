import { workerData } from 'node:worker_threads';
import { serveJobs } from '../../lib/worker-jobs.ts';
import { fileJobs, type FileWorkerData } from './file-jobs.ts';
import { fromNodeError } from './node-error.ts';

// The pool of the local driver hands over exactly this.
serveJobs(fileJobs(workerData as FileWorkerData), fromNodeError);
