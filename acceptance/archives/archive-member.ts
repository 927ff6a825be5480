/** A member of an archive, as the recordings describe it. */
export interface ArchiveMember {
  readonly name: string;
  readonly type: 'file' | 'dir';
  readonly size: number;
  /** Permission bits, octal. */
  readonly mode: string;
  /** Modification time in whole seconds, UTC; in a zip, a multiple of two seconds. */
  readonly mtime: string;
  /** Digest of the contents; only for files. */
  readonly sha256?: string;
  /** True if a zip contains the member uncompressed. Undefined in a tar. */
  readonly stored?: boolean;
}

export function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
