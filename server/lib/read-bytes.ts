import type { Readable } from 'node:stream';

/** `cut`: the client disconnected before the end. `too-long`: the body exceeds `maxBytes`. */
export type ReadBytes = Buffer | 'cut' | 'too-long';

/** Reads a body into memory, up to a limit. Never rejects. */
export async function readBytes(source: Readable, maxBytes: number): Promise<ReadBytes> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // The source stays open, so that the rest of a body that is too long can be drained before the reply.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      // Safe: a request without an encoding yields Buffers.
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxBytes) return 'too-long';
      chunks.push(bytes);
    }
  } catch {
    return 'cut';
  }
  return Buffer.concat(chunks, size);
}
