/** What an archive holds under one name. */
export interface Member {
  /** Relative, with '/' between its parts and, for a folder, at its end. Well-formed, without dot segments. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes of its contents; 0 for a folder. */
  readonly size: number;
  /** When it was last modified: whole seconds since 1970, and the rest. */
  readonly seconds: number;
  readonly nanoseconds: number;
  /** Permission bits alone. */
  readonly mode: number;
}

/** Up to so many bytes, contents are read before their head is written, which then tells their checksum. */
export const READ_WHOLE_UP_TO = 256 * 1024;

/**
 * One way to write down members, one behind the other. A writer knows nothing of where the bytes come from and go
 * to: for each member the caller writes `head`, the contents, `tail`; and after the last one `finish`.
 */
export interface ArchiveWriter {
  /** Whether the caller has to work out the CRC-32 of contents. */
  readonly wantsChecksums: boolean;
  headBytes(member: Member): number;
  /** `checksum` is that of the whole contents for members up to READ_WHOLE_UP_TO, 0 for others. */
  head(member: Member, checksum: number): Uint8Array;
  tail(member: Member, checksum: number): Uint8Array;
  /** Everything behind the last member. */
  finish(): Iterable<Uint8Array>;
}

/** Works out beforehand how long an archive will be. */
export interface ArchiveLength {
  add(member: Member): void;
  /** Of the whole archive, should no member follow. Bytes. */
  total(): number;
}
