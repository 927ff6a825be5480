import { parentPort, type TransferListItem } from 'node:worker_threads';
import { type Notice, receiveBroadcast } from './broadcast.ts';
import { NO_JOB, setCurrentJob, receiveHeartbeat } from './heartbeat.ts';

/** What the workers of a pool can do: each job takes one input and gives one result, at once. */
export type Jobs = Readonly<Record<string, (input: never) => unknown>>;

/** A result whose buffers change hands instead of being copied. */
export class Moved<Value> {
  readonly value: Value;
  readonly buffers: readonly TransferListItem[];

  constructor(value: Value, buffers: readonly TransferListItem[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

export interface JobRequest {
  readonly id: number;
  readonly job: string;
  readonly input: unknown;
}

/** An error on its way between threads, where classes and further properties are lost. */
export interface JobFailure {
  readonly code: string | undefined;
  readonly message: string;
  readonly cause: unknown;
  /** Of what the caller can put right. */
  readonly refusal?: unknown;
}

export type JobReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: JobFailure };

/** Replies wait for others of the same batch, but no longer than this. Milliseconds. */
const LONGEST_WAIT_MS = 0.2;

/**
 * Answers the jobs of a pool; called once in the worker's file. `translate` sees what a job has thrown. Jobs
 * come in batches, and their replies go back in batches: waking a thread costs more than a small job.
 */
export function serveJobs(jobs: Jobs, translate: (error: unknown) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('serveJobs belongs into a worker thread');

  port.on('message', (message: SharedArrayBuffer | Notice | readonly JobRequest[]) => {
    if (message instanceof SharedArrayBuffer) return receiveHeartbeat(message);
    if (receiveBroadcast(message)) return;
    let replies: JobReply[] = [];
    let buffers: TransferListItem[] = [];
    let sentAt = performance.now();
    const send = () => {
      port.postMessage(replies, buffers);
      replies = [];
      buffers = [];
    };
    for (const request of message) {
      setCurrentJob(request.id);
      replies.push(answer(jobs, request, translate, buffers));
      const now = performance.now();
      if (now - sentAt < LONGEST_WAIT_MS) continue;
      send();
      sentAt = now;
    }
    setCurrentJob(NO_JOB);
    if (replies.length > 0) send();
  });
}

function answer(
  jobs: Jobs,
  { id, job, input }: JobRequest,
  translate: (error: unknown) => unknown,
  buffers: TransferListItem[],
): JobReply {
  try {
    // The pool's types see to it that `job` and `input` fit together.
    const result = jobs[job]?.(input as never);
    if (!(result instanceof Moved)) return { id, result };
    buffers.push(...result.buffers);
    return { id, result: result.value };
  } catch (error) {
    return { id, failure: failureOf(translate(error)) };
  }
}

export function failureOf(error: unknown): JobFailure {
  if (!(error instanceof Error))
    return { code: undefined, message: String(error), cause: undefined };
  const code = 'code' in error ? String(error.code) : undefined;
  const refusal = 'refusal' in error ? error.refusal : undefined;
  return { code, message: error.message, cause: code === undefined ? error : error.cause, refusal };
}
