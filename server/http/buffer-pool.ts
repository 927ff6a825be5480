/**
 * Large pieces are faster for a few readers; with many, they would only be memory. At most so many buffers of a
 * size wait to be used again: two for each of the readers that get that size.
 */
const SIZES = [
  { bytes: 1024 * 1024, upToReaders: 4 },
  { bytes: 256 * 1024, upToReaders: 16 },
  { bytes: 128 * 1024, upToReaders: 32 },
] as const;

const idle = new Map<number, Buffer[]>(SIZES.map(({ bytes }) => [bytes, []]));
let readers = 0;

/** Counts a body as being sent until the returned function is called. */
export function countReader(): () => void {
  readers += 1;
  return () => {
    readers -= 1;
    if (readers === 0) for (const buffers of idle.values()) buffers.length = 0;
  };
}

/** A buffer with whatever was in it before; to be given back by `recycle`, or not at all. */
export function takeBuffer(): Buffer {
  const { bytes } = SIZES.find(({ upToReaders }) => readers <= upToReaders) ?? SIZES[2];
  return idle.get(bytes)?.pop() ?? Buffer.allocUnsafeSlow(bytes);
}

/** Only once nobody will read from the buffer any more: a socket keeps it until its write has ended. */
export function recycle(buffer: Buffer): void {
  const size = SIZES.find(({ bytes }) => bytes === buffer.length);
  const others = idle.get(buffer.length);
  if (readers === 0 || size === undefined || others === undefined) return;
  if (others.length < 2 * size.upToReaders) others.push(buffer);
}
