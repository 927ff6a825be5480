import { parentPort, type TransferListItem } from 'node:worker_threads';

/** What the workers of a pool can do: each job takes one input and gives one result. */
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
}

export type JobReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: JobFailure };

/** Answers the jobs of a pool; called once in the worker's file. `translate` sees what a job has thrown. */
export function serveJobs(jobs: Jobs, translate: (error: unknown) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('serveJobs belongs into a worker thread');

  const answer = async ({ id, job, input }: JobRequest): Promise<void> => {
    try {
      // The pool's types see to it that `job` and `input` fit together.
      const result = await jobs[job]?.(input as never);
      if (result instanceof Moved) port.postMessage({ id, result: result.value }, result.buffers);
      else port.postMessage({ id, result });
    } catch (error) {
      port.postMessage({ id, failure: failureOf(translate(error)) });
    }
  };
  port.on('message', (request: JobRequest) => void answer(request));
}

function failureOf(error: unknown): JobFailure {
  if (!(error instanceof Error))
    return { code: undefined, message: String(error), cause: undefined };
  const code = 'code' in error ? String(error.code) : undefined;
  return { code, message: error.message, cause: code === undefined ? error : error.cause };
}
