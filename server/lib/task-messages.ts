import type { JobFailure } from './worker-jobs.ts';

/** What the main thread tells a worker that runs long tasks. */
export type TaskOrder =
  | { readonly order: 'begin'; readonly id: number; readonly task: string; readonly input: unknown }
  /** The consumer has taken so many chunks and is ready for as many more. */
  | { readonly order: 'more'; readonly id: number; readonly chunks: number }
  | { readonly order: 'stop'; readonly id: number }
  /** The buffer of a chunk that nobody reads any more, for `takeBuffer`. */
  | { readonly order: 'refill'; readonly buffer: ArrayBuffer };

/** What the worker tells about a task. `done`, `failed` and `stopped` are the last. */
export type TaskNews =
  /** Its first step comes now. Until then nothing of it is done. */
  | { readonly news: 'begun'; readonly id: number }
  | { readonly news: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly news: 'progress'; readonly id: number; readonly progress: TaskProgress }
  | { readonly news: 'done'; readonly id: number; readonly result: unknown }
  | { readonly news: 'failed'; readonly id: number; readonly failure: JobFailure }
  | { readonly news: 'stopped'; readonly id: number };

/** How far a task has come. */
export interface TaskProgress {
  readonly entries: number;
  readonly bytes: number;
}

/** So many chunks may be on their way to a consumer that has not asked for more. */
export const CHUNKS_AHEAD = 3;
