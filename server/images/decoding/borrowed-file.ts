import { closeSync, constants, openSync, readSync, writeFileSync } from 'node:fs';

export interface BorrowedFile {
  /** Reads up to `length` bytes; fewer at the end of the file. */
  readAt(position: number, length: number): Buffer;
  close(): void;
}

/** Opens a file that the server holds open, with a position of its own. */
export function openBorrowed(path: string): BorrowedFile {
  const own = openSync(path, constants.O_RDONLY);
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

/** Makes the system end this process before other processes of the server when memory runs out. */
export function offerToDieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every system has this setting.
  }
}
