import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../lib/worker-calls.ts';
import { fileCalls, type FileWorkerData } from './file-calls.ts';
import { fromNodeError } from './node-error.ts';

// The pool of the local driver hands over exactly this.
serveCalls(fileCalls(workerData as FileWorkerData), fromNodeError);
