import { crc32 } from 'node:zlib';
import { READ_WHOLE_UP_TO, type ArchiveWriter } from '../../archive-formats/member.ts';
import { AppError } from '../../errors.ts';
import { visibilityOf } from '../../policy/visibility.ts';
import type { ArchiveRequest, ArchiveSource, OpenArchive } from '../archives/archive-source.ts';
import { FORMATS } from '../../archive-formats/formats.ts';
import type { OpenBlob } from './blob-store.ts';
import { membersOf, type StoredMember } from './stored-members.ts';
import type { StoredTree } from './stored-tree.ts';
import { WalkRun } from './walk-run.ts';

/** Maximum number of members that are kept in memory to compute the length. Longer archives have no known length. */
const MAX_REMEMBERED = 100_000;
/** Size of the pieces in which larger contents are read, and of a chunk in which small members are collected. Bytes. */
const PIECE_BYTES = 512 * 1024;

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/** Writes entries of the managed store as archives. Runs in the main thread, in short steps. */
export class ManagedArchives implements ArchiveSource {
  readonly #tree: StoredTree;

  constructor(tree: StoredTree) {
    this.#tree = tree;
  }

  async open(
    { view, contents, format, isMeasured }: ArchiveRequest,
    signal: AbortSignal,
  ): Promise<OpenArchive> {
    const run = new WalkRun({ signal });
    const source = { tree: this.#tree, visibility: visibilityOf(view), run };
    const found = membersOf(source, contents);
    const length = isMeasured ? FORMATS[format].length() : undefined;
    const most = isMeasured ? MAX_REMEMBERED : 1;
    const known: StoredMember[] = [];
    let isComplete = false;
    while (known.length < most && !isComplete) {
      const next = await found.next();
      isComplete = next.done === true;
      if (next.done === true) break;
      known.push(next.value);
      length?.add(next.value.member);
    }
    const bytes = isComplete ? length?.total() : undefined;
    const members = inSequence(known, found);
    return { bytes, chunks: this.#pack(members, FORMATS[format].writer(), run) };
  }

  async *#pack(members: AsyncIterable<StoredMember>, writer: ArchiveWriter, run: WalkRun): Chunks {
    const parts = new Parts();
    for await (const stored of members) {
      await run.step();
      if (stored.member.size > READ_WHOLE_UP_TO) yield* this.#packLarge(parts, stored, writer, run);
      else await this.#packSmall(parts, stored, writer);
      if (parts.isFull) yield parts.take();
    }
    for (const part of writer.finish()) parts.add(part);
    if (!parts.isEmpty) yield parts.take();
  }

  async #packSmall(
    parts: Parts,
    { member, blob }: StoredMember,
    writer: ArchiveWriter,
  ): Promise<void> {
    const contents = blob === null ? undefined : await this.#readWhole(blob, member.size);
    const checksum = writer.wantsChecksums && contents !== undefined ? crc32(contents) : 0;
    parts.add(writer.head(member, checksum));
    if (contents !== undefined) parts.add(contents);
    parts.add(writer.tail(member, checksum));
  }

  async #readWhole(blob: string, size: number): Promise<Uint8Array> {
    const contents = await this.#tree.blobs.read(blob, { wholeUpTo: READ_WHOLE_UP_TO, size });
    if (contents.kind === 'open') await contents.blob.close();
    if (contents.kind === 'open' || contents.bytes.length !== size) throw damaged();
    return contents.bytes;
  }

  async *#packLarge(
    parts: Parts,
    { member, blob }: StoredMember,
    writer: ArchiveWriter,
    run: WalkRun,
  ): Chunks {
    if (blob === null) throw new Error('a member with contents has no blob');
    const contents = await this.#tree.blobs.read(blob, { wholeUpTo: 0, size: member.size });
    if (contents.kind === 'whole') throw damaged();
    try {
      parts.add(writer.head(member, 0));
      yield parts.take();
      let checksum = 0;
      for (let at = 0; at < member.size;) {
        await run.step();
        const piece = await readPiece(contents.blob, at, member.size - at);
        if (writer.wantsChecksums) checksum = crc32(piece, checksum);
        at += piece.length;
        yield piece;
      }
      parts.add(writer.tail(member, checksum));
    } finally {
      await contents.blob.close();
    }
  }
}

async function readPiece(blob: OpenBlob, at: number, left: number): Promise<Uint8Array> {
  const target = Buffer.allocUnsafeSlow(Math.min(left, PIECE_BYTES));
  const length = await blob.readInto(target, at);
  if (length === 0) throw damaged();
  return target.subarray(0, length);
}

function damaged(): AppError {
  return new AppError(
    'storage-failed',
    'the contents of this file have another length in the store',
  );
}

/** Yields the known members, and then the rest. Closes `rest` when the loop is left early. */
async function* inSequence(
  known: StoredMember[],
  rest: AsyncGenerator<StoredMember>,
): AsyncGenerator<StoredMember> {
  try {
    yield* known;
    // Frees the memory of members that have been written.
    known.length = 0;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Collects small parts of an archive in chunks. */
class Parts {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  get isFull(): boolean {
    return this.#bytes >= PIECE_BYTES;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  take(): Uint8Array {
    // A buffer of its own, because a compressing thread takes it over.
    const chunk = Buffer.allocUnsafeSlow(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      chunk.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#bytes = 0;
    return chunk;
  }
}
