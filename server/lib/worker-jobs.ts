import type { TransferListItem } from 'node:worker_threads';
import { NO_JOB, setCurrentJob } from './heartbeat.ts';
import { listenToPool, serializeError, type SerializedError } from './pool-worker.ts';

/** The jobs of a pool by name. Each takes one input and returns one result synchronously. */
export type Jobs = Readonly<Record<string, (input: never) => unknown>>;

/** A result whose buffers are transferred to the other thread instead of copied. */
export class TransferResult<Value> {
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

export type JobReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: SerializedError };

/** Maximum time that a reply waits for other replies of its batch, in milliseconds. */
const MAX_BATCH_MS = 0.2;

/**
 * Runs the jobs of a pool. Called once in the worker's module. `translate` converts errors that jobs throw. Jobs arrive in batches and
 * replies leave in batches, because waking a thread costs more than a small job.
 */
export function serveJobs(
  jobs: Jobs,
  translate: (error: unknown) => unknown = (error) => error,
): void {
  const port = listenToPool<readonly JobRequest[]>((requests) => {
    let replies: JobReply[] = [];
    let buffers: TransferListItem[] = [];
    let sentAt = performance.now();
    const send = () => {
      port.postMessage(replies, buffers);
      replies = [];
      buffers = [];
    };
    for (const request of requests) {
      setCurrentJob(request.id);
      replies.push(run(jobs, request, translate, buffers));
      const now = performance.now();
      if (now - sentAt < MAX_BATCH_MS) continue;
      send();
      sentAt = now;
    }
    setCurrentJob(NO_JOB);
    if (replies.length > 0) send();
  });
}

function run(
  jobs: Jobs,
  { id, job, input }: JobRequest,
  translate: (error: unknown) => unknown,
  buffers: TransferListItem[],
): JobReply {
  try {
    // Safe: the types of the pool match `job` and `input`.
    const result = jobs[job]?.(input as never);
    if (!(result instanceof TransferResult)) return { id, result };
    buffers.push(...result.buffers);
    return { id, result: result.value };
  } catch (error) {
    return { id, failure: serializeError(translate(error)) };
  }
}
