import { Worker, type WorkerOptions } from 'node:worker_threads';
import { followNotices } from './notice-board.ts';
import { createPulse, PulseReader } from './pulse.ts';
import { noteThread } from './running-threads.ts';

export interface PulsedWorker {
  readonly worker: Worker;
  /** Tells whether the thread makes progress. */
  readonly pulse: PulseReader;
}

export interface PulsedWorkerEvents<Message> {
  onMessage(message: Message): void;
  /** `reason` is what the thread has thrown, if anything. */
  onExit(reason: unknown): void;
  /** Returns the number of jobs that the thread has been given and has not finished. */
  jobs(): number;
}

/**
 * Starts a thread of a pool: with a pulse, with the notices of this process, and counted among its threads. It does not keep the
 * process alive; whoever gives it work calls `worker.ref()`. `Message` is what the worker's file is known to send.
 */
export function startPulsedWorker<Message>(
  url: URL,
  options: Omit<WorkerOptions, 'trackUnmanagedFds'>,
  { onMessage, onExit, jobs }: PulsedWorkerEvents<Message>,
): PulsedWorker {
  // Descriptors belong to the whole process: a worker opens some for others and is lent some, and must not close them.
  const worker = new Worker(url, { ...options, trackUnmanagedFds: false });
  const shared = createPulse();
  worker.postMessage(shared);
  const unfollow = followNotices((notice) => worker.postMessage(notice));
  const forget = noteThread(url, jobs);
  worker.unref();
  let reason: unknown;
  worker.on('message', onMessage);
  worker.on('error', (error) => {
    reason = error;
  });
  worker.on('exit', () => {
    forget();
    unfollow();
    onExit(reason);
  });
  return { worker, pulse: new PulseReader(shared) };
}
