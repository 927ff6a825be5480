import type { Reply } from '../http/send.ts';
import { compareJson, type ComparisonOptions } from '../replay/compare-json.ts';
import type { Json } from '../replay/recording-format.ts';
import type { ArchiveMember } from './archive-member.ts';
import { decompress } from './decompress.ts';
import { readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';

interface RecordedArchive {
  readonly format: 'zip' | 'tar';
  readonly compression?: string;
  readonly entries: Json;
}

/** Returns the members of an archive, sorted by the bytes of their names as in the recordings. */
export function membersOf(
  format: 'zip' | 'tar',
  compression: string,
  body: Buffer,
): ArchiveMember[] {
  const bytes = decompress(compression, body);
  const members = format === 'zip' ? readZip(bytes) : readTar(bytes);
  return members.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)),
  );
}

export function compareArchive(recorded: Json, reply: Reply, options: ComparisonOptions): string[] {
  // A recording of an archive has this shape.
  const { format, compression = 'none', entries } = recorded as unknown as RecordedArchive;
  const members = membersOf(format, compression, reply.body);
  return compareJson(entries, members, { ...options, where: 'archive' });
}
