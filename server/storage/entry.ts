import type { TreePath } from '#contract/paths.ts';

/** `other` is a FIFO, a socket, a device, or a symlink itself: listed, never opened. */
export type EntryKind = 'file' | 'folder' | 'other';

/** Facts about an entry. */
export interface EntryStat {
  readonly kind: EntryKind;
  /** Size in bytes. */
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly modifiedNs: bigint;
  /** st_mode as the file system reports it, including the type bits. */
  readonly mode: number;
  /** Distinguishes two entries while both exist, whatever their names. */
  readonly identity: string;
  /** Distinguishes the entry from earlier and later ones of the same name, also after a restart. Shares refer to it. */
  readonly fingerprint: string;
}

/**
 * Returns true if no other file can have this fingerprint: unless it consists of an inode number or a creation time alone, because the file
 * system does not have both.
 */
export function identifiesFile(fingerprint: string): boolean {
  return !/^(?:inode|born) \d+$/.test(fingerprint);
}

/** The facts that a row of a listing shows. */
export type EntryFacts = Omit<EntryStat, 'identity' | 'fingerprint'>;

/** An entry by the folder that holds it. Where documented, the name may be that of a temporary file. */
export interface EntryRef {
  readonly folder: TreePath;
  readonly name: string;
}
