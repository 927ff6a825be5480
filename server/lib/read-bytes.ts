import type { Readable } from 'node:stream';

/** `cut`: the sender left before the end. `too-long`: there were more than `maxBytes`. */
export type ReadBytes = Buffer | 'cut' | 'too-long';

/** Collects a body in memory, up to a limit. Never rejects: a sender that leaves is nothing unusual. */
export async function readBytes(source: Readable, maxBytes: number): Promise<ReadBytes> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Of a body that is too long, the rest is drained before the refusal: the source must live on.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      // A request without an encoding gives Buffers.
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
