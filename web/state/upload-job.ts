/** Why an upload failed; the panel has a sentence for each. */
export type FailureCode =
  | 'exists'
  | 'forbidden'
  | 'not-found'
  | 'too-large'
  | 'no-space'
  | 'no-connection'
  | 'signed-out'
  | 'name-too-long'
  | 'invalid-name'
  | 'unreadable'
  | 'folder-failed'
  | 'command-refused'
  | 'refused';

export interface UploadFailure {
  readonly code: FailureCode;
  /** What the server said, for `refused`. */
  readonly failure?: Error;
}

export type UploadState =
  | { readonly status: 'waiting' }
  | { readonly status: 'sending'; readonly sent: number }
  /** Holds its place until the browser has a connection again. */
  | { readonly status: 'offline'; readonly sent: number }
  | {
      readonly status: 'retrying';
      readonly sent: number;
      /** Counts from 1. */
      readonly attempt: number;
      /** Milliseconds since 1970: when the next try begins. */
      readonly atMs: number;
    }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly reason: UploadFailure; readonly isRetryable: boolean }
  | { readonly status: 'cancelled' };

export type UploadStatus = UploadState['status'];

/** Something to be sent: a file, or a folder to be made. */
export interface NewUpload {
  /** Where it goes, from the user's home, without a slash at the end. */
  readonly path: string;
  readonly name: string;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  readonly isFolder: boolean;
  /** Whether a file of that name is replaced. */
  readonly overwrite: boolean;
}

export interface UploadJob extends NewUpload {
  /** Its position in the queue. */
  readonly id: number;
  readonly state: UploadState;
  /** Bytes the server had of it when it was picked again; undefined when it began anew. */
  readonly resumedAt?: number;
}

export function isRetryable({ state }: UploadJob): boolean {
  return state.status === 'failed' && state.isRetryable;
}

/** Still to be done, or being done. */
export function isOpen({ status }: UploadState): boolean {
  return status === 'waiting' || isBegun(status);
}

/** Takes one of the places of what is sent at once. */
export function isBegun(status: UploadStatus): boolean {
  return status === 'sending' || status === 'retrying' || status === 'offline';
}

/** 0 to 100 of one file. */
export function percentOf(job: UploadJob): number {
  if (job.state.status === 'done') return 100;
  return job.size === 0 ? 0 : Math.floor((100 * bytesSent(job)) / job.size);
}

export function bytesSent({ size, state }: UploadJob): number {
  if (state.status === 'done') return size;
  return 'sent' in state ? state.sent : 0;
}
