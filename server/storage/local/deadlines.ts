/** Deadlines for system calls, in milliseconds: longer than a healthy device ever takes. */

/** For a disk that has to spin up first. */
export const READ_MS = 30_000;

/** For names and bytes that are written, where others may have filled the queues of the device. */
export const WRITE_MS = 120_000;

/** For bytes that are flushed to a slow device: a minute for each gigabyte of them. */
export const FLUSH_MS = 600_000;

/** For one look at an entry of a listing. */
export const LIST_MS = 12_000;

export const CLOSE_MS = 30_000;
