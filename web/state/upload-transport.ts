import type { UploadFailure, UploadJob } from './upload-job.ts';

/** Source of an upload. */
export interface UploadSource {
  readonly file: Blob;
  /** Key by which the server distinguishes uploads to the same path. */
  readonly key: string;
  /** True if the server may already have a part of the file. */
  readonly isBegun: boolean;
}

/** Events of a transfer. None occur after `onDone`, `onFailed`, `pause()` or `cancel()`. */
export interface TransferEvents {
  /** The server has this number of bytes from an earlier page load. */
  onResumed(sent: number): void;
  /** Total number of sent bytes of the file. */
  onProgress(sent: number): void;
  /** An attempt failed. The next one, counted from 1, starts after the delay. */
  onRetry(attempt: number, delayMs: number): void;
  onDone(): void;
  onFailed(failure: { reason: UploadFailure; isRetryable: boolean }): void;
}

/** A running upload. */
export interface Transfer {
  /** Continues after a failure or a pause from the server's offset. */
  resume(): void;
  /** Stops until `resume()`. The server keeps what has arrived. */
  pause(): void;
  /** Stops and deletes the partial upload on the server. */
  cancel(): void;
}

/** Sends uploads to the server. */
export interface UploadTransport {
  /** `source` is undefined for a folder. */
  send(job: UploadJob, source: UploadSource | undefined, events: TransferEvents): Transfer;
}
