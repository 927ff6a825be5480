/** A file or folder in an archive. */
export interface Member {
  /** A relative path with '/' as separator and, for a folder, at its end. Well-formed, without dot segments. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Length of the contents in bytes; 0 for a folder. */
  readonly size: number;
  /** Modification time: whole seconds since 1970, and the fraction in nanoseconds. */
  readonly seconds: number;
  readonly nanoseconds: number;
  /** Permission bits only. */
  readonly mode: number;
}

/**
 * Maximum size of contents that are read before their header is written, which can then contain their checksum.
 * Bytes.
 */
export const READ_WHOLE_UP_TO = 256 * 1024;

/**
 * An archive format. For each member the caller writes `head`, the contents and `tail`, and `finish` after the last
 * member.
 */
export interface ArchiveWriter {
  /** True if the caller must compute the CRC-32 of contents. */
  readonly wantsChecksums: boolean;
  headBytes(member: Member): number;
  /**
   * Returns the header of a member. `checksum` is that of the contents for members up to READ_WHOLE_UP_TO, 0 for
   * larger ones.
   */
  head(member: Member, checksum: number): Uint8Array;
  tail(member: Member, checksum: number): Uint8Array;
  /** Returns the bytes that follow the last member. */
  finish(): Iterable<Uint8Array>;
}

/** Computes the length of an archive in advance. */
export interface ArchiveLength {
  add(member: Member): void;
  /** Returns the length of an archive of the members added so far. Bytes. */
  total(): number;
}

const NS_IN_SECOND = 1_000_000_000n;

/** Returns the modification time as archives store it. */
export function memberTimeOf({
  modifiedNs,
}: {
  readonly modifiedNs: bigint;
}): Pick<Member, 'seconds' | 'nanoseconds'> {
  const rest = modifiedNs % NS_IN_SECOND;
  const nanoseconds = rest < 0n ? rest + NS_IN_SECOND : rest;
  return {
    seconds: Number((modifiedNs - nanoseconds) / NS_IN_SECOND),
    nanoseconds: Number(nanoseconds),
  };
}
