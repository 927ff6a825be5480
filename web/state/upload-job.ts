/** Reason of a failed upload. The panel has a message for each. */
export type FailureCode =
  | 'exists'
  | 'forbidden'
  | 'not-found'
  | 'too-large'
  | 'damaged'
  | 'no-space'
  | 'no-connection'
  | 'signed-out'
  | 'name-too-long'
  | 'path-too-long'
  | 'invalid-name'
  | 'unreadable'
  | 'folder-failed'
  | 'command-refused'
  | 'refused';

export interface UploadFailure {
  readonly code: FailureCode;
  /** Failure of the server, for `refused`. */
  readonly failure?: Error;
}

export type UploadState =
  /** `sent` is given for an upload that was paused. */
  | { readonly status: 'waiting'; readonly sent?: number }
  | { readonly status: 'sending'; readonly sent: number }
  /** Keeps its slot until the browser is online again. */
  | { readonly status: 'offline'; readonly sent: number }
  | {
      readonly status: 'retrying';
      readonly sent: number;
      /** Starts at 1. */
      readonly attempt: number;
      /** Time of the next attempt, in milliseconds since 1970. */
      readonly atMs: number;
    }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly reason: UploadFailure; readonly isRetryable: boolean }
  | { readonly status: 'cancelled' };

export type UploadStatus = UploadState['status'];

/** A file to upload, or a folder to create. */
export interface NewUpload {
  /** Destination in the user's home, without a trailing slash. */
  readonly path: string;
  readonly name: string;
  /** In bytes; 0 for a folder. */
  readonly size: number;
  readonly isFolder: boolean;
  /** True if an existing file is replaced. */
  readonly overwrite: boolean;
  /** Key of the action of the user that the upload belongs to. */
  readonly group?: string;
}

export interface UploadJob extends NewUpload {
  /** Index in the queue. */
  readonly id: number;
  readonly state: UploadState;
  /** Number of bytes that the server had when the upload was resumed; undefined for a new upload. */
  readonly resumedAt?: number;
}

export function isRetryable({ state }: UploadJob): boolean {
  return state.status === 'failed' && state.isRetryable;
}

/** Returns true for jobs that have not ended. */
export function isOpen({ status }: UploadState): boolean {
  return status === 'waiting' || isBegun(status);
}

/** Returns true for jobs that occupy an upload slot. */
export function isBegun(status: UploadStatus): boolean {
  return status === 'sending' || status === 'retrying' || status === 'offline';
}

/** Returns the progress of one file from 0 to 100. */
export function percentOf(job: UploadJob): number {
  if (job.state.status === 'done') return 100;
  return wholePercent(bytesSent(job), job.size);
}

/** Returns a share in whole percent, rounded down; 0 of nothing. All figures of one upload come from here, so that they agree. */
export function wholePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}

export function bytesSent({ size, state }: UploadJob): number {
  if (state.status === 'done') return size;
  return 'sent' in state ? (state.sent ?? 0) : 0;
}
