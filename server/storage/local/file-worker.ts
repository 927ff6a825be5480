import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../lib/worker-calls.ts';
import { fileCalls, type FileWorkerData } from './file-calls.ts';
import { fromNodeError } from './node-error.ts';

// FileWorkers starts this worker with FileWorkerData.
serveCalls(fileCalls(workerData as FileWorkerData), fromNodeError);
