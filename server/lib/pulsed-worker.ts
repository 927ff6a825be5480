import { Worker, type WorkerOptions } from 'node:worker_threads';
import { subscribeThread } from './broadcast.ts';
import { createHeartbeat, HeartbeatMonitor } from './heartbeat.ts';
import { registerThread } from './running-threads.ts';

export interface StartedWorker {
  readonly worker: Worker;
  /** Tells whether the thread makes progress. */
  readonly pulse: HeartbeatMonitor;
}

export interface WorkerEvents<Message> {
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
export function startWorker<Message>(
  url: URL,
  options: Omit<WorkerOptions, 'trackUnmanagedFds'>,
  { onMessage, onExit, jobs }: WorkerEvents<Message>,
): StartedWorker {
  // Descriptors belong to the whole process: a worker opens some for others and is lent some, and must not close them.
  const worker = new Worker(url, { ...options, trackUnmanagedFds: false });
  const shared = createHeartbeat();
  worker.postMessage(shared);
  const unfollow = subscribeThread((notice) => worker.postMessage(notice));
  const forget = registerThread(url, jobs);
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
  return { worker, pulse: new HeartbeatMonitor(shared) };
}
