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
} from './upload-job.ts';
import { dequeue, enqueue, type UploadOrder } from './upload-order.ts';

/** Sums over the queue. Bytes leave out what failed or was cancelled. */
export interface UploadTotals {
  readonly counts: Readonly<Record<UploadStatus, number>>;
  readonly bytesTotal: number;
  readonly bytesSent: number;
}

/**
 * All uploads since the queue was last empty. A queue is changed in place, because copying tens of thousands
 * of jobs at every tick would cost more than sending them; a job is never changed but replaced.
 */
export interface UploadQueue {
  readonly jobs: UploadJob[];
  /** Waiting jobs whose folder is there. */
  readonly startable: UploadOrder;
  /** The folders to be made, by path, and what lies directly in each. */
  readonly folders: Map<string, number>;
  readonly contents: Map<number, number[]>;
  readonly counts: Record<UploadStatus, number>;
  /** No job before this one is open. */
  firstOpen: number;
  /** Failed, and worth another try. */
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

/** Appends uploads; a folder must come before what is in it. Returns the new jobs in the same order. */
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

/** Appends what cannot be sent at all, so that the panel tells it beside the rest. */
export function addRefused(
  queue: UploadQueue,
  upload: NewUpload,
  reason: UploadFailure,
): UploadJob {
  return append(queue, upload, { status: 'failed', reason, isRetryable: false });
}

/** Marks the next jobs as sending, the oldest first and as many as there are free places. */
export function startNext(queue: UploadQueue): UploadJob[] {
  const started: UploadJob[] = [];
  while (activeCount(queue) < MAX_CONCURRENT_UPLOADS) {
    const id = dequeue(queue.startable);
    if (id === undefined) break;
    const job = queue.jobs[id];
    // A job that was cancelled while it waited is still in the order.
    if (job?.state.status !== 'waiting') continue;
    started.push(moveTo(queue, job, { status: 'sending', sent: 0 }));
  }
  return started;
}

/** `sent` counts the bytes of this file from its beginning. */
export function recordProgress(queue: UploadQueue, id: number, sent: number): void {
  const job = activeJob(queue, id);
  if (job) moveTo(queue, job, { status: 'sending', sent: Math.min(sent, job.size) });
}

/** The server has `sent` bytes of it from an earlier visit. */
export function recordResumed(queue: UploadQueue, id: number, sent: number): void {
  const job = activeJob(queue, id);
  if (!job) return;
  const resumedAt = Math.min(sent, job.size);
  moveTo(queue, { ...job, resumedAt }, { status: 'sending', sent: resumedAt });
}

/** Nothing can be sent; the upload keeps its place until `reconnect`. */
export function recordOffline(queue: UploadQueue, id: number): void {
  const job = activeJob(queue, id);
  if (job) moveTo(queue, job, { status: 'offline', sent: bytesSent(job) });
}

/** What waited for the connection is sent again; returns those jobs. */
export function reconnect(queue: UploadQueue): UploadJob[] {
  if (queue.counts.offline === 0) return [];
  return queue.jobs
    .filter(({ state }) => state.status === 'offline')
    .map((job) => moveTo(queue, job, { status: 'sending', sent: bytesSent(job) }));
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

/** What lies in a folder that could not be made fails with it. */
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

/** Calls off one upload, a folder together with what is in it. Returns the jobs that were not ended before. */
export function cancelUpload(queue: UploadQueue, id: number): UploadJob[] {
  const job = queue.jobs[id];
  if (!job) return [];
  const open = [job, ...jobsBelow(queue, job)].filter((one) => isOpen(one.state));
  for (const one of open) moveTo(queue, one, { status: 'cancelled' });
  return open;
}

/** Lets a failed upload wait for its turn again, with its folder and what failed because of it. */
export function retryUpload(queue: UploadQueue, id: number): void {
  const job = queue.jobs[id];
  if (!job || !isRetryable(job)) return;
  const folder = folderOf(queue, job);
  // The folder takes its contents along, this job among them.
  if (folder && isRetryable(folder)) return retryUpload(queue, folder.id);
  waitAgain(queue, job);
  for (const inside of jobsBelow(queue, job)) if (isRetryable(inside)) waitAgain(queue, inside);
}

export function retryFailed(queue: UploadQueue): void {
  for (const { id } of queue.jobs) retryUpload(queue, id);
}

/** What failed for want of a connection waits for its turn again. */
export function retryUnconnected(queue: UploadQueue): void {
  for (const { id, state } of queue.jobs) {
    if (state.status === 'failed' && state.reason.code === 'no-connection') retryUpload(queue, id);
  }
}

export function isSettled(queue: UploadQueue): boolean {
  return queue.counts.waiting === 0 && activeCount(queue) === 0;
}

/** The id of the first job that is not ended; the number of jobs when all are. */
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

/** What is being sent or still waits for it. */
export function openCount({ waiting, sending, retrying, offline }: UploadTotals['counts']): number {
  return waiting + sending + retrying + offline;
}

/** 0 to 100, and 100 only when nothing is left to do. By bytes; by number when all are empty. */
export function percentDone({ counts, bytesTotal, bytesSent }: UploadTotals): number {
  const open = openCount(counts);
  if (open === 0) return 100;
  const share = bytesTotal > 0 ? bytesSent / bytesTotal : counts.done / (counts.done + open);
  return Math.min(99, Math.floor(100 * share));
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

/** A job whose folder is still to be made is taken up when the folder is done. */
function makeStartable(queue: UploadQueue, job: UploadJob): void {
  if (job.state.status !== 'waiting') return;
  const folder = folderOf(queue, job);
  if (folder === undefined || !isOpen(folder.state)) enqueue(queue.startable, job.id);
}

function activeCount({ counts }: UploadQueue): number {
  return counts.sending + counts.retrying + counts.offline;
}

/** The job, unless its sending has ended: reports that come too late change nothing. */
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
  // The list grows while it is walked, so that every level is reached without recursion.
  for (const job of found)
    if (job.isFolder) for (const inside of jobsIn(queue, job)) found.push(inside);
  return found;
}
