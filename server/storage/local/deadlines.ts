// Deadlines for system calls, in milliseconds: longer than a healthy device ever takes.

/** Time for a disk that has to spin up. */
export const READ_MS = 30_000;

/** Time for writing names and bytes, while others may have filled the queues of the device. */
export const WRITE_MS = 120_000;

/** Time for flushing to a slow device: a minute for each gigabyte. */
export const FLUSH_MS = 600_000;

/** Time for looking up an entry of a listing. */
export const LIST_MS = 12_000;

/** Time for closing a file, which a network file system may use to send what was written. */
export const CLOSE_MS = 30_000;
