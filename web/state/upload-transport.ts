import type { UploadFailure, UploadJob } from './upload-job.ts';

/** What a transfer tells while it runs. Nothing is told any more after `onDone`, `onFailed` or `cancel()`. */
export interface TransferEvents {
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
  /** `file` is undefined for a folder. */
  send(job: UploadJob, file: Blob | undefined, events: TransferEvents): Transfer;
}
