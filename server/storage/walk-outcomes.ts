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
  /** Latest change of an entry or of its facts. Milliseconds since 1970. Present if the task has `findsChanges`. */
  readonly changedMs?: number;
  /** Paths, below the start, of the files that the merge replaces, except those that are not UTF-8. Present if the task has `listsReplaced`. */
  readonly replaced?: readonly string[];
}

/** Entries that a walk did not process as requested: their number, and the names of the first of them. */
export interface Exceptions {
  readonly count: number;
  /** Paths below the start of the walk, or the name of the start. At most MAX_NAMED. */
  readonly names: readonly string[];
}
/** Maximum number of entries that are reported by name. */
export const MAX_NAMED = 10;

/** The SHA-256 of a file that was copied and read back, in lower-case hexadecimal, and the version of the copy that has it. */
export interface CopiedDigest extends Pick<EntryStat, 'fingerprint' | 'modifiedNs' | 'size'> {
  readonly sha256: string;
}

/** Entries that were not copied. */
export interface NotCopied extends Exceptions {
  /** Those of them that could not be read. Absent without any. */
  readonly unreadable?: Exceptions;
  /** True if the copy was asked to end early. Entries that it had not reached by then are not counted. */
  readonly isPartial?: true;
}

/** Entries that were not copied, and digests of those that were copied and verified. */
export interface Copied extends NotCopied {
  /** Limited to the first files of a large copy. Absent where nothing was verified. */
  readonly digests?: readonly CopiedDigest[];
}

/**
 * A temporary file or folder that a walk has found, whatever has created it. The last two properties let an operator recognize one that
 * belongs to no operation.
 */
export interface TemporaryEntry {
  /** Path from the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Some names of entries in the folder; none for a file. */
  readonly holds: readonly string[];
  /** Name of a file in the same folder with the same size, of which this file may be another version. */
  readonly twin: string | undefined;
}
