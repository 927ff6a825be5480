import { MAX_CONCURRENT_UPLOADS } from '#contract/uploads.ts';
import {
  bytesSent,
  isBegun,
  isOpen,
  isRetryable,
  type NewUpload,
  type UploadFailure,
  type UploadJob,
  type UploadState,
  type UploadStatus,
  wholePercent,
} from './upload-job.ts';
import { dequeue, enqueue, type UploadOrder } from './upload-order.ts';

/** Totals of the queue. Bytes exclude failed and cancelled uploads. */
export interface UploadTotals {
  readonly counts: Readonly<Record<UploadStatus, number>>;
  readonly bytesTotal: number;
  readonly bytesSent: number;
}

/**
 * All uploads since the queue was last empty. The queue is mutated, because copying tens of thousands of jobs at
 * every update would be too slow; jobs are replaced, never mutated.
 */
export interface UploadQueue {
  readonly jobs: UploadJob[];
  /** Waiting jobs whose folder exists. */
  readonly startable: UploadOrder;
  /** Folders to be created by path, and the jobs directly inside each. */
  readonly folders: Map<string, number>;
  readonly contents: Map<number, number[]>;
  readonly counts: Record<UploadStatus, number>;
  /** No job before this index is open. */
  firstOpen: number;
  /** Number of failed jobs that can be retried. */
  retryableCount: number;
  bytesTotal: number;
  bytesSent: number;
}

export function createUploadQueue(): UploadQueue {
  return {
    jobs: [],
    startable: [],
    folders: new Map(),
    contents: new Map(),
    counts: { waiting: 0, sending: 0, retrying: 0, offline: 0, done: 0, failed: 0, cancelled: 0 },
    firstOpen: 0,
    retryableCount: 0,
    bytesTotal: 0,
    bytesSent: 0,
  };
}

/** Appends uploads and returns the new jobs in the same order. A folder must come before its contents. */
export function addUploads(queue: UploadQueue, uploads: readonly NewUpload[]): UploadJob[] {
  return uploads.map((upload) => {
    const job = append(queue, upload, { status: 'waiting' });
    const folder = folderOf(queue, job);
    if (folder !== undefined) contentsOf(queue, folder.id).push(job.id);
    if (job.isFolder) queue.folders.set(job.path, job.id);
    makeStartable(queue, job);
    return job;
  });
}

/** Appends an item that cannot be uploaded, so that the panel shows it. */
export function addRefused(
  queue: UploadQueue,
  upload: NewUpload,
  reason: UploadFailure,
): UploadJob {
  return append(queue, upload, { status: 'failed', reason, isRetryable: false });
}

/** Starts as many waiting jobs as there are free slots, oldest first. */
export function startNext(queue: UploadQueue): UploadJob[] {
  const started: UploadJob[] = [];
  while (activeCount(queue) < MAX_CONCURRENT_UPLOADS) {
    const id = dequeue(queue.startable);
    if (id === undefined) break;
    const job = queue.jobs[id];
    // Jobs that were cancelled while waiting are still in the order.
    if (job?.state.status !== 'waiting') continue;
    started.push(moveTo(queue, job, { status: 'sending', sent: bytesSent(job) }));
  }
  return started;
}

/** Records the number of bytes of a file that have been sent in all. */
export function recordProgress(queue: UploadQueue, id: number, sent: number): void {
  const job = activeJob(queue, id);
  if (job) moveTo(queue, job, { status: 'sending', sent: Math.min(sent, job.size) });
}

/** Records that the server has `sent` bytes from an earlier page load. */
export function recordResumed(queue: UploadQueue, id: number, sent: number): void {
  const job = activeJob(queue, id);
  if (!job) return;
  const resumedAt = Math.min(sent, job.size);
  moveTo(queue, { ...job, resumedAt }, { status: 'sending', sent: resumedAt });
}

/** Records the lost connection. The upload keeps its slot until `reconnect`. */
export function recordOffline(queue: UploadQueue, id: number): void {
  const job = activeJob(queue, id);
  if (job) moveTo(queue, job, { status: 'offline', sent: bytesSent(job) });
}

/** Resumes uploads that waited for the connection, and returns them. */
export function reconnect(queue: UploadQueue): UploadJob[] {
  if (queue.counts.offline === 0) return [];
  return queue.jobs
    .filter(({ state }) => state.status === 'offline')
    .map((job) => moveTo(queue, job, { status: 'sending', sent: bytesSent(job) }));
}

/** Makes begun uploads wait, with what they have sent, and returns them. */
export function pauseUploads(queue: UploadQueue): UploadJob[] {
  return queue.jobs
    .filter(({ state }) => isBegun(state.status))
    .map((job) => {
      const paused = moveTo(queue, job, { status: 'waiting', sent: bytesSent(job) });
      makeStartable(queue, paused);
      return paused;
    });
}

export function recordRetry(
  queue: UploadQueue,
  id: number,
  { attempt, atMs }: { attempt: number; atMs: number },
): void {
  const job = activeJob(queue, id);
  if (job) moveTo(queue, job, { status: 'retrying', sent: bytesSent(job), attempt, atMs });
}

export function recordDone(queue: UploadQueue, id: number): void {
  const job = activeJob(queue, id);
  if (!job) return;
  moveTo(queue, job, { status: 'done' });
  for (const inside of jobsIn(queue, job)) makeStartable(queue, inside);
}

/** Records a failure. The contents of a folder that could not be created fail with it. */
export function recordFailure(
  queue: UploadQueue,
  id: number,
  { reason, isRetryable }: { reason: UploadFailure; isRetryable: boolean },
): void {
  const job = activeJob(queue, id);
  if (!job) return;
  moveTo(queue, job, { status: 'failed', reason, isRetryable });
  for (const inside of jobsBelow(queue, job)) {
    if (inside.state.status !== 'waiting') continue;
    moveTo(queue, inside, {
      status: 'failed',
      reason: { code: 'folder-failed' },
      isRetryable,
    });
  }
}

/** Cancels an upload, including the contents of a folder. Returns the jobs that had not ended. */
export function cancelUpload(queue: UploadQueue, id: number): UploadJob[] {
  const job = queue.jobs[id];
  if (!job) return [];
  const open = [job, ...jobsBelow(queue, job)].filter((one) => isOpen(one.state));
  for (const one of open) moveTo(queue, one, { status: 'cancelled' });
  return open;
}

/** Queues a failed upload again, together with its folder and the folder's failed contents. */
export function retryUpload(queue: UploadQueue, id: number): void {
  const job = queue.jobs[id];
  if (!job || !isRetryable(job)) return;
  const folder = folderOf(queue, job);
  // Retrying the folder includes this job.
  if (folder && isRetryable(folder)) return retryUpload(queue, folder.id);
  waitAgain(queue, job);
  for (const inside of jobsBelow(queue, job)) if (isRetryable(inside)) waitAgain(queue, inside);
}

export function retryFailed(queue: UploadQueue): void {
  for (const { id } of queue.jobs) retryUpload(queue, id);
}

/** Queues uploads again that failed without a connection. */
export function retryUnconnected(queue: UploadQueue): void {
  for (const { id, state } of queue.jobs) {
    if (state.status === 'failed' && state.reason.code === 'no-connection') retryUpload(queue, id);
  }
}

export function isSettled(queue: UploadQueue): boolean {
  return queue.counts.waiting === 0 && activeCount(queue) === 0;
}

/** Returns the id of the first open job; the number of jobs if all have ended. */
export function firstOpenId(queue: UploadQueue): number {
  for (let job = queue.jobs[queue.firstOpen]; job && !isOpen(job.state);) {
    queue.firstOpen += 1;
    job = queue.jobs[queue.firstOpen];
  }
  return queue.firstOpen;
}

export function totalsOf({ counts, bytesTotal, bytesSent }: UploadQueue): UploadTotals {
  return { counts: { ...counts }, bytesTotal, bytesSent };
}

/** Returns the number of active and waiting uploads. */
export function openCount({ waiting, sending, retrying, offline }: UploadTotals['counts']): number {
  return waiting + sending + retrying + offline;
}

/** Returns the progress from 0 to 100 by bytes, or by number if all files are empty. 100 means that all have ended. */
export function percentDone({ counts, bytesTotal, bytesSent }: UploadTotals): number {
  const open = openCount(counts);
  if (open === 0) return 100;
  const percent =
    bytesTotal > 0
      ? wholePercent(bytesSent, bytesTotal)
      : wholePercent(counts.done, counts.done + open);
  return Math.min(99, percent);
}

function append(queue: UploadQueue, upload: NewUpload, state: UploadState): UploadJob {
  const job = { ...upload, id: queue.jobs.length, state };
  queue.jobs.push(job);
  count(queue, job, 1);
  return job;
}

function moveTo(queue: UploadQueue, job: UploadJob, state: UploadState): UploadJob {
  const moved = { ...job, state };
  queue.jobs[job.id] = moved;
  count(queue, job, -1);
  count(queue, moved, 1);
  return moved;
}

function count(queue: UploadQueue, job: UploadJob, sign: 1 | -1): void {
  const { status } = job.state;
  queue.counts[status] += sign;
  if (isRetryable(job)) queue.retryableCount += sign;
  if (status === 'failed' || status === 'cancelled') return;
  queue.bytesTotal += sign * job.size;
  queue.bytesSent += sign * bytesSent(job);
}

function waitAgain(queue: UploadQueue, job: UploadJob): void {
  queue.firstOpen = Math.min(queue.firstOpen, job.id);
  makeStartable(queue, moveTo(queue, job, { status: 'waiting' }));
}

/** A job in a folder that does not exist yet becomes startable when the folder is created. */
function makeStartable(queue: UploadQueue, job: UploadJob): void {
  if (job.state.status !== 'waiting') return;
  const folder = folderOf(queue, job);
  if (folder === undefined || !isOpen(folder.state)) enqueue(queue.startable, job.id);
}

function activeCount({ counts }: UploadQueue): number {
  return counts.sending + counts.retrying + counts.offline;
}

/** Returns the job unless it has ended, so that late reports change nothing. */
function activeJob(queue: UploadQueue, id: number): UploadJob | undefined {
  const job = queue.jobs[id];
  return job && isBegun(job.state.status) ? job : undefined;
}

function folderOf(queue: UploadQueue, { path }: UploadJob): UploadJob | undefined {
  const id = queue.folders.get(path.slice(0, path.lastIndexOf('/')));
  return id === undefined ? undefined : queue.jobs[id];
}

function contentsOf(queue: UploadQueue, folder: number): number[] {
  const known = queue.contents.get(folder);
  if (known) return known;
  const fresh: number[] = [];
  queue.contents.set(folder, fresh);
  return fresh;
}

function jobsIn(queue: UploadQueue, folder: UploadJob): UploadJob[] {
  const ids = queue.contents.get(folder.id) ?? [];
  return ids.flatMap((id) => queue.jobs[id] ?? []);
}

function jobsBelow(queue: UploadQueue, folder: UploadJob): UploadJob[] {
  const found = jobsIn(queue, folder);
  // The array grows during the iteration, which visits all levels without recursion.
  for (const job of found)
    if (job.isFolder) for (const inside of jobsIn(queue, job)) found.push(inside);
  return found;
}
