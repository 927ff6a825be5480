import { z } from 'zod';

/**
 * Kinds of jobs. `restore` and `purge` restore items from the trash, or delete them for good. `undo` undoes operations of the
 * history, and counts these instead of items.
 */
export const JOB_KINDS = ['copy', 'move', 'delete', 'restore', 'purge', 'undo'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * - `queued`: waits until fewer jobs run on the same device, or for the same user.
 * - `running`: is in progress, or continues soon after a restart of the server.
 * - `paused`: waits until it is resumed. Its paths stay locked meanwhile.
 * - `done`, `failed`, `cancelled`: has ended. A job that is done may have left out items; see `errors`.
 */
export const JOB_STATES = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const;
export const JobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof JobState>;

export const JobOptions = z.object({
  /** How a copy or a move treats a taken name: refuses it, replaces or merges, or chooses another name. */
  onConflict: z.enum(['fail', 'replace', 'rename']).optional(),
  /** True: delete for good. False: use the trash, or fail where that is impossible. Absent: use the trash where possible, otherwise delete for good. */
  permanent: z.boolean().optional(),
});
export type JobOptions = z.infer<typeof JobOptions>;

/** An item that a job could not process. */
export const JobError = z.object({
  /** Path below the source, or the name of the source. */
  item: z.string(),
  /**
   * `left-out`: cannot be copied, such as a broken symlink or a device. `not-removed`: is still at its old path, or in the trash.
   * `not-restored`: is still in the trash. `not-undone`: the operation on it was not undone. `unreadable`: could not be read; the copy is
   * complete except for such items, and a retry copies them.
   */
  reason: z.enum(['left-out', 'not-removed', 'not-restored', 'not-undone', 'unreadable']),
});
export type JobError = z.infer<typeof JobError>;

/** Maximum number of `errors` in a job. */
export const MAX_JOB_ERRORS = 10;

/** Why a job has ended without being done. */
export const JobFailure = z.object({
  /** HTTP status of the reply that the request received, or would have received. */
  status: z.int(),
  /** Reason in English. */
  text: z.string(),
  /** Reason as in the reply header `X-Refusal`. */
  refusal: z.string().optional(),
});
export type JobFailure = z.infer<typeof JobFailure>;

/**
 * A copy, move, deletion, restore or undo that takes longer than a second. It continues after a restart of the server, and when its client
 * disconnects; only a copy that was requested without an `X-Operation` key is cancelled then. Clients compute the rate from `bytes` or `items` of
 * consecutive messages.
 */
export const Job = z.object({
  id: z.int(),
  /** Key of the operation: `GET /api/operations/{key}` returns its progress, and at the end the reply of the request that began it. */
  key: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Name of the user who has begun it; null when the user has been deleted. */
  user: z.string().nullable(),
  /** Paths as the user sees them. In lists of other users' jobs, paths from the root of the server. */
  from: z.string(),
  to: z.string().optional(),
  /**
   * Number of items in the trash, or of operations, that the job is about; `from` is the first. Absent where it is about everything in the
   * trash that its user sees.
   */
  count: z.int().optional(),
  options: JobOptions,
  state: JobState,
  /** Number of files and folders done. */
  items: z.int(),
  bytes: z.int(),
  /** Present once everything below the source has been counted. */
  totalItems: z.int().optional(),
  totalBytes: z.int().optional(),
  /** Path, below the source, of the item that is being processed; for an undo of several operations, its whole path as the user sees it. */
  current: z.string().optional(),
  /** Some of the items that were not processed, and the number of all of them. */
  errors: z.array(JobError),
  errorCount: z.int(),
  /** RFC 3339. */
  startedAt: z.string(),
  endedAt: z.string().optional(),
  /** Path of the result as the user sees it, when the job is done, or was cancelled and has kept what was copied. */
  result: z.string().optional(),
  failure: JobFailure.optional(),
  /** Number of items that stay changed after the job was cancelled or has failed: merged, moved or deleted already, or copied and kept. */
  kept: z.int().optional(),
});
export type Job = Readonly<z.infer<typeof Job>>;

/** Returns true for a job that has not ended. */
export function isOpen({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'paused';
}

/** Address of jobs. GET lists the caller's jobs, the latest first; with `all` (administrators only), those of all users. */
export function jobsUrl({ all }: { readonly all: boolean } = { all: false }): string {
  return all ? '/api/jobs?all=true' : '/api/jobs';
}

/** Address of a job. DELETE removes an ended job from the list. */
export function jobUrl(id: number): string {
  return `/api/jobs/${id}`;
}

/**
 * Effects of a POST on a job: `pause`, `resume` or `cancel` one that has not ended. `retry` runs one again that has failed or was cancelled, or
 * that is done but has left items out, for these items. The reply is the job. 423 where the state of the job does not allow it.
 */
export const JOB_ACTIONS = ['pause', 'resume', 'cancel', 'retry'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

export function jobActionUrl(id: number, action: JobAction): string {
  return `${jobUrl(id)}/${action}`;
}

/** With the value `true`, a copy of a folder that is cancelled keeps what is copied. A retry copies the rest. */
export const KEEP_QUERY = 'keep';

/** Address that cancels a copy and keeps what is copied. */
export function keepPartUrl(id: number): string {
  return `${jobActionUrl(id, 'cancel')}?${KEEP_QUERY}=true`;
}
