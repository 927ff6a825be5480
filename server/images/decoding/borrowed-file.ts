import { closeSync, constants, openSync, readSync, writeFileSync } from 'node:fs';

/** A file that the process which started this one holds open, as a path that is good for as long as it does. */
export function pathOfBorrowed(fd: number): string {
  return `/proc/${process.ppid}/fd/${fd}`;
}

export interface BorrowedFile {
  /** Up to `length` bytes; fewer at the end of the file. */
  readAt(position: number, length: number): Buffer;
  close(): void;
}

/** Opened anew, so that its position is nobody else's. */
export function openBorrowed(fd: number): BorrowedFile {
  const own = openSync(pathOfBorrowed(fd), constants.O_RDONLY);
  return {
    readAt(position, length) {
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const read = readSync(own, bytes, filled, length - filled, position + filled);
        if (read === 0) break;
        filled += read;
      }
      return bytes.subarray(0, filled);
    },
    close: () => closeSync(own),
  };
}

/** When memory runs out, the system ends this process before any other of ours. */
export function offerToDieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Where the system does not ask, nothing is lost.
  }
}
