import { crc32 } from 'node:zlib';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import { takeBuffer } from '../../../lib/buffer-pool.ts';
import { contentsChanged, closeContents, openContents, readContents } from '../read-contents.ts';
import { ChunkFiller } from './chunk-filler.ts';
import {
  type ArchiveWriter,
  type Member,
  READ_WHOLE_UP_TO,
} from '../../../archive-formats/member.ts';
import type { FoundMember } from './read-member.ts';
import type { OpenFolders } from './walked-folder.ts';

/** Size of the pieces in which larger contents are read. */
const PIECE_BYTES = 1024 * 1024;

/** The members to write, and the format of the archive. */
export interface Packing {
  readonly members: Iterable<FoundMember | undefined>;
  readonly writer: ArchiveWriter;
  readonly folders: OpenFolders;
  /** True if symlinks that lead out of the root are trusted. */
  readonly follow: boolean;
  readonly progress: Progress;
}

/**
 * Yields an archive in chunks. Throws `stale` if a file has become shorter since it was examined, because the header has announced its length.
 * Bytes that were appended since, as to a log, are not included.
 */
export function* pack(packing: Packing): Task<void> {
  const { members, writer, progress } = packing;
  const chunks = new ChunkFiller();
  for (const found of members) {
    // Pauses at least once for each member.
    yield found && makeRoom(packing, chunks, found.member);
    if (found === undefined) continue;
    if (found.member.size > READ_WHOLE_UP_TO) yield* packInPieces(packing, chunks, found);
    else packWhole(packing, chunks, found);
    progress.entries += 1;
    progress.bytes += found.member.size;
  }
  for (const part of writer.finish()) yield* write(chunks, part);
  yield chunks.end();
}

/** Ends the current chunk if header, contents and tail of the member do not fit into it. Returns it then. */
function makeRoom(
  { writer }: Packing,
  chunks: ChunkFiller,
  member: Member,
): Uint8Array<ArrayBuffer> | undefined {
  const contents = member.size > READ_WHOLE_UP_TO ? 0 : member.size;
  const bytes = writer.headBytes(member) + contents + MAX_TAIL_BYTES;
  return chunks.hasRoom(bytes) ? undefined : chunks.end();
}
/** Space that is reserved for the tail of a member: what its format writes after the contents. */
const MAX_TAIL_BYTES = 512;

/**
 * Writes a small member into the current chunk, which has space for it. Reserves the space for the header and writes it last, because it
 * contains the checksum of the contents.
 */
function packWhole({ writer, folders, follow }: Packing, chunks: ChunkFiller, found: FoundMember) {
  const { member } = found;
  const { size } = member;
  const headBytes = writer.headBytes(member);
  const { bytes, start } = chunks.take(headBytes + size);
  const from = start + headBytes;
  if (!member.isFolder) {
    const fd = openContents(folders.get(found.folder), found.leaf, follow);
    try {
      if (readContents(fd, bytes, from, size) < size) throw contentsChanged();
    } finally {
      closeContents(fd);
    }
  }
  const checksum = writer.wantsChecksums ? crc32(bytes.subarray(from, from + size)) : 0;
  bytes.set(writer.head(member, checksum), start);
  const tail = writer.tail(member, checksum);
  if (tail.length === 0) return;
  const behind = chunks.take(tail.length);
  behind.bytes.set(tail, behind.start);
}

/** Yields a large member in pieces of its own. Its checksum is in the tail instead of the header. */
function* packInPieces(packing: Packing, chunks: ChunkFiller, found: FoundMember): Task<void> {
  const { writer, folders, follow } = packing;
  const { member } = found;
  const fd = openContents(folders.get(found.folder), found.leaf, follow);
  try {
    yield* write(chunks, writer.head(member, 0));
    yield chunks.end();
    let checksum = 0;
    for (let left = member.size; left > 0;) {
      const length = Math.min(left, PIECE_BYTES);
      const piece = takeBuffer(PIECE_BYTES);
      if (readContents(fd, piece, 0, length) < length) throw contentsChanged();
      if (writer.wantsChecksums) checksum = crc32(piece.subarray(0, length), checksum);
      left -= length;
      yield new Uint8Array(piece.buffer, piece.byteOffset, length);
    }
    yield* write(chunks, writer.tail(member, checksum));
  } finally {
    closeContents(fd);
  }
}

function* write(chunks: ChunkFiller, part: Uint8Array): Task<void> {
  if (part.length === 0) return;
  if (!chunks.hasRoom(part.length)) yield chunks.end();
  const { bytes, start } = chunks.take(part.length);
  bytes.set(part, start);
}
