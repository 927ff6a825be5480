/** What an archive holds under one name, as the recordings tell it. */
export interface ArchiveMember {
  readonly name: string;
  readonly type: 'file' | 'dir';
  readonly size: number;
  /** Permission bits, octal. */
  readonly mode: string;
  /** Whole seconds, UTC; of a zip in steps of two. */
  readonly mtime: string;
  /** Of a file. */
  readonly sha256?: string;
  /** Of a zip: not compressed. */
  readonly stored?: boolean;
}

export function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
