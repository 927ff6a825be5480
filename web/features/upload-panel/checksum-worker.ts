import { crc32 } from '../../lib/crc32.ts';

/** Request for the checksum of a chunk. */
export interface ChecksumRequest {
  readonly id: number;
  readonly chunk: Blob;
}

/** Reply with the CRC-32 of a chunk; undefined if the chunk cannot be read. */
export interface ChecksumReply {
  readonly id: number;
  readonly crc: number | undefined;
}

/** Number of bytes that are in memory at a time. */
const PIECE_BYTES = 4 * 1_048_576;

/** Requests are answered one after another, so that memory stays bounded however many uploads are running. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ChecksumRequest>) => {
  last = last.then(() => answer(data));
});

async function answer({ id, chunk }: ChecksumRequest): Promise<void> {
  const crc = await checksumOf(chunk).catch(() => undefined);
  postMessage({ id, crc } satisfies ChecksumReply);
}

async function checksumOf(chunk: Blob): Promise<number> {
  let crc = 0;
  for (let at = 0; at < chunk.size; at += PIECE_BYTES) {
    const piece = await chunk.slice(at, at + PIECE_BYTES).arrayBuffer();
    crc = crc32(new Uint8Array(piece), crc);
  }
  return crc;
}
