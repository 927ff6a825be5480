import type { UploadFailure, UploadJob } from './upload-job.ts';

/** What is sent of a file. */
export interface UploadSource {
  readonly file: Blob;
  /** By which the server tells this upload from others to the same path. */
  readonly key: string;
  /** The server may have a part of it already, from an earlier visit. */
  readonly isBegun: boolean;
}

/** What a transfer tells while it runs. Nothing is told any more after `onDone`, `onFailed` or `cancel()`. */
export interface TransferEvents {
  /** The server has so many bytes from an earlier visit. */
  onResumed(sent: number): void;
  /** Bytes of the file that have been sent, from its beginning. */
  onProgress(sent: number): void;
  /** A try has failed; the next one, counted from 1, begins after the delay. */
  onRetry(attempt: number, delayMs: number): void;
  onDone(): void;
  onFailed(failure: { reason: UploadFailure; isRetryable: boolean }): void;
}

/** One upload on its way. */
export interface Transfer {
  /** Goes on after a failure, with the bytes that the server already has. */
  resume(): void;
  /** Stops, and lets the server forget what it has. */
  cancel(): void;
}

/** What carries uploads to the server. */
export interface UploadTransport {
  /** `source` is undefined for a folder. */
  send(job: UploadJob, source: UploadSource | undefined, events: TransferEvents): Transfer;
}
