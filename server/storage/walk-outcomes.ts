import type { EntryStat } from './entry.ts';

/** Number and size of the entries in a tree. */
export interface Survey {
  readonly files: number;
  /** Includes the start of the walk. */
  readonly folders: number;
  /** Symlinks, FIFOs, sockets and devices. */
  readonly others: number;
  /** Size of all files. */
  readonly bytes: number;
  /** Latest change of an entry below the start, or of its facts. Milliseconds since 1970. Only where the task asks for it. */
  readonly changedMs?: number;
  /** Paths, below the start, of the files that a merge replaces. Only where the task asks for them; without names that are not UTF-8. */
  readonly replaced?: readonly string[];
}

/** Entries that a walk did not process as requested: their number, and the names of the first of them. */
export interface Exceptions {
  readonly count: number;
  /** Paths below the start of the walk, or the name of the start. At most MAX_NAMED. */
  readonly names: readonly string[];
}
export const MAX_NAMED = 10;

/** The SHA-256 of a file that was copied and read back, in lower-case hexadecimal, and the version of the copy that has it. */
export interface CopiedDigest extends Pick<EntryStat, 'fingerprint' | 'modifiedNs' | 'size'> {
  readonly sha256: string;
}

/** Entries that were not copied. */
export interface NotCopied extends Exceptions {
  /** Those of them that could not be read. Absent without any. */
  readonly unreadable?: Exceptions;
  /** True if the copy was asked to end with what it had copied. What it has not come to is not counted. */
  readonly isPartial?: true;
}

/** Entries that were not copied, and digests of those that were copied and verified. */
export interface Copied extends NotCopied {
  /** Limited to the first files of a large copy. Absent where nothing was verified. */
  readonly digests?: readonly CopiedDigest[];
}

/** A temporary file or folder, of any origin. */
export interface TemporaryEntry {
  /** Path from the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Some of the names in a folder. */
  readonly holds: readonly string[];
  /** Name of a file in the same folder with the same size. */
  readonly twin: string | undefined;
}
