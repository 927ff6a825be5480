import { isOffline } from '../lib/connection.ts';
import { randomKey } from '../lib/random-key.ts';
import { type Arrivals, UploadArrivals } from './upload-arrivals.ts';
import { isOpen, type NewUpload, type UploadFailure, type UploadJob } from './upload-job.ts';
import {
  addRefused,
  addUploads,
  cancelUpload,
  createUploadQueue,
  isSettled,
  pauseUploads,
  recordDone,
  recordFailure,
  recordOffline,
  recordProgress,
  recordResumed,
  recordRetry,
  reconnect,
  retryFailed,
  retryUnconnected,
  retryUpload,
  startNext,
} from './upload-queue.ts';
import { snapshotOf, type UploadSnapshot } from './upload-snapshot.ts';
import { UploadMeter } from './upload-meter.ts';
import { UploadKeys } from './upload-keys.ts';
import type { Transfer, TransferEvents, UploadTransport } from './upload-transport.ts';

/** Minimum interval of progress updates. */
export const PROGRESS_INTERVAL_MS = 100;

/** An upload with its file. */
export interface QueuedUpload extends NewUpload {
  /** Undefined for a folder. */
  readonly file: Blob | undefined;
}

export interface RefusedUpload extends NewUpload {
  readonly reason: UploadFailure;
}

/** Numbers of uploaded files and folders. */
export interface UploadSummary {
  readonly files: number;
  readonly folders: number;
  /** Keys of the actions that the uploads belong to, the oldest first. */
  readonly groups: readonly string[];
}

export interface UploadStoreOptions {
  readonly transport: UploadTransport;
  /** Called with the items that folders have received, so that their listings show them. */
  onArrivals(arrivals: Arrivals): void;
  /** Called when all uploads have succeeded and the queue is empty. */
  onSuccess(summary: UploadSummary): void;
}

/** Uploads of this page, which continue during navigation. */
export interface UploadStore {
  subscribe(listener: () => void): () => void;
  current(): UploadSnapshot;
  add(uploads: readonly QueuedUpload[], refused?: readonly RefusedUpload[]): void;
  abort(id: number): void;
  /** Cancels all uploads, empties the queue and reports the affected folders. */
  abortAll(): void;
  retry(id: number): void;
  retryFailed(): void;
  /** Stops sending until `unpause()`. The server keeps what has arrived. */
  pause(): void;
  unpause(): void;
  /** Resumes after the user has logged in again. */
  resume(): void;
  /** Resumes after the connection has returned. */
  reconnect(): void;
  /** Removes ended uploads. Does nothing while uploads are active. */
  clear(): void;
  /** Returns the keys of unfinished uploads of this page. */
  liveKeys(): ReadonlySet<string>;
}

export function createUploadStore(options: UploadStoreOptions): UploadStore {
  return new Uploads(options);
}

class Uploads implements UploadStore {
  readonly #options: UploadStoreOptions;
  readonly #listeners = new Set<() => void>();
  readonly #transfers = new Map<number, Transfer>();
  readonly #files = new Map<number, Blob>();
  readonly #keys = new UploadKeys();
  readonly #arrivals: UploadArrivals;
  #queue = createUploadQueue();
  readonly #meter: UploadMeter;
  #isHalted = false;
  #isPaused = false;
  #snapshot: UploadSnapshot;
  #publishTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: UploadStoreOptions) {
    this.#options = options;
    this.#arrivals = new UploadArrivals((arrivals) => options.onArrivals(arrivals));
    this.#meter = new UploadMeter(
      () => this.#queue.bytesSent,
      () => this.#publishSoon(),
    );
    this.#snapshot = this.#takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): UploadSnapshot => this.#snapshot;

  add(uploads: readonly QueuedUpload[], refused: readonly RefusedUpload[] = []): void {
    for (const { reason, ...upload } of refused) addRefused(this.#queue, upload, reason);
    const group = randomKey();
    const jobs = addUploads(
      this.#queue,
      uploads.map(({ file: _file, ...upload }) => ({ ...upload, group })),
    );
    for (const [index, job] of jobs.entries()) {
      const file = uploads[index]?.file;
      if (file) this.#files.set(job.id, file);
    }
    this.#proceed();
  }

  abort(id: number): void {
    for (const job of cancelUpload(this.#queue, id)) this.#forget(job.id);
    this.#proceed();
  }

  abortAll(): void {
    for (const transfer of this.#transfers.values()) transfer.cancel();
    for (const { path, state } of this.#queue.jobs) {
      if (isOpen(state) && state.status !== 'waiting') this.#arrivals.touch(path);
    }
    this.#reset();
    this.#arrivals.finish();
    this.#publish();
  }

  retry(id: number): void {
    retryUpload(this.#queue, id);
    this.#proceed();
  }

  retryFailed(): void {
    retryFailed(this.#queue);
    this.#proceed();
  }

  pause(): void {
    if (isSettled(this.#queue)) return;
    this.#isPaused = true;
    for (const { id } of pauseUploads(this.#queue)) this.#transfers.get(id)?.pause();
    this.#meter.stop();
    this.#publish();
  }

  unpause(): void {
    this.#isPaused = false;
    this.#proceed();
  }

  resume(): void {
    this.#isHalted = false;
    this.retryFailed();
  }

  reconnect(): void {
    for (const { id } of reconnect(this.#queue)) this.#transfers.get(id)?.resume();
    retryUnconnected(this.#queue);
    this.#proceed();
  }

  liveKeys(): ReadonlySet<string> {
    return this.#keys.all();
  }

  clear(): void {
    if (!isSettled(this.#queue)) return;
    // Cancelled uploads would leave partial uploads on the server.
    for (const transfer of this.#transfers.values()) transfer.cancel();
    this.#reset();
    this.#publish();
  }

  /** Starts waiting uploads and publishes the change, after a slot became free or work ended. */
  #proceed(): void {
    this.#startNext();
    this.#settle();
    this.#publish();
  }

  #startNext(): void {
    if (this.#isHalted || this.#isPaused) return;
    for (const job of startNext(this.#queue)) {
      this.#meter.start();
      const known = this.#transfers.get(job.id);
      if (known) known.resume();
      else this.#send(job);
    }
  }

  #send(job: UploadJob): void {
    const file = this.#files.get(job.id);
    const source = file && this.#keys.begin(job, file);
    const events = this.#eventsOf(job);
    this.#transfers.set(job.id, this.#options.transport.send(job, source, events));
  }

  #eventsOf(job: UploadJob): TransferEvents {
    const { id } = job;
    const queue = this.#queue;
    // After a reset, the same id means another upload.
    const unlessReset = (record: () => void) => {
      if (queue === this.#queue) record();
    };
    return {
      onResumed: (sent) => unlessReset(() => this.#resumed(id, sent)),
      onProgress: (sent) =>
        unlessReset(() => {
          this.#keys.progress(id);
          this.#update(() => recordProgress(queue, id, sent));
        }),
      onRetry: (attempt, delayMs) =>
        unlessReset(() =>
          this.#update(() => recordRetry(queue, id, { attempt, atMs: Date.now() + delayMs })),
        ),
      onDone: () =>
        unlessReset(() => {
          recordDone(queue, id);
          this.#forgetDone(job);
        }),
      onFailed: (failure) => unlessReset(() => this.#fail(id, failure)),
    };
  }

  #resumed(id: number, sent: number): void {
    const before = this.#queue.bytesSent;
    this.#update(() => recordResumed(this.#queue, id, sent));
    this.#meter.skip(this.#queue.bytesSent - before);
  }

  #forgetDone({ id, path, name, size, isFolder }: UploadJob): void {
    const file = this.#files.get(id);
    // The server keeps the time of the last change of a file.
    const changed = file instanceof File ? file.lastModified : Date.now();
    const modifiedMs = isFolder ? undefined : changed;
    this.#transfers.delete(id);
    this.#files.delete(id);
    this.#keys.end(id);
    this.#arrivals.add({ path, name, size, isFolder, modifiedMs });
    this.#afterEnd();
  }

  #fail(id: number, failure: { reason: UploadFailure; isRetryable: boolean }): void {
    // All further uploads would fail in the same way.
    if (failure.reason.code === 'signed-out') this.#isHalted = true;
    if (failure.reason.code === 'no-connection' && isOffline()) {
      this.#update(() => recordOffline(this.#queue, id));
      return;
    }
    recordFailure(this.#queue, id, failure);
    if (!failure.isRetryable) this.#keys.end(id);
    this.#afterEnd();
  }

  #afterEnd(): void {
    this.#startNext();
    if (isSettled(this.#queue)) this.#settle();
    this.#publishSoon();
  }

  /** Ends the measurement after the last upload, and empties a queue without failures. */
  #settle(): void {
    if (!isSettled(this.#queue) || this.#queue.jobs.length === 0) return;
    this.#isPaused = false;
    this.#meter.stop();
    this.#arrivals.finish();
    if (this.#queue.counts.failed > 0) return;
    const done = this.#queue.jobs.filter(({ state }) => state.status === 'done');
    const files = done.filter(({ isFolder }) => !isFolder).length;
    this.#reset();
    this.#publish();
    if (done.length === 0) return;
    const groups = [...new Set(done.flatMap(({ group }) => group ?? []))];
    this.#options.onSuccess({ files, folders: done.length - files, groups });
  }

  #forget(id: number): void {
    this.#transfers.get(id)?.cancel();
    this.#transfers.delete(id);
    this.#files.delete(id);
    this.#keys.end(id);
  }

  #reset(): void {
    this.#keys.endAll();
    this.#transfers.clear();
    this.#files.clear();
    this.#queue = createUploadQueue();
    this.#isHalted = false;
    this.#isPaused = false;
    this.#meter.stop();
  }

  #update(record: () => void): void {
    record();
    this.#publishSoon();
  }

  #publishSoon(): void {
    this.#publishTimer ??= setTimeout(() => this.#publish(), PROGRESS_INTERVAL_MS);
  }

  #publish(): void {
    clearTimeout(this.#publishTimer);
    this.#publishTimer = undefined;
    this.#snapshot = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): UploadSnapshot {
    const { bytesPerSecond: measured, isKnown: isSpeedKnown } = this.#meter;
    const [isHalted, isPaused] = [this.#isHalted, this.#isPaused];
    return snapshotOf(this.#queue, { measured, isSpeedKnown, isHalted, isPaused });
  }
}
