/** Large buffers are faster for a few readers, and need too much memory for many. */
const SIZES = [
  { bytes: 1024 * 1024, upToReaders: 8, mostIdle: 8 },
  { bytes: 256 * 1024, upToReaders: 16, mostIdle: 16 },
  { bytes: 128 * 1024, upToReaders: Infinity, mostIdle: 32 },
] as const;

/** Buffers that are unused for this time are freed. Milliseconds. */
const KEPT_FOR_MS = 5_000;

const idle = new Map<number, Buffer[]>(SIZES.map(({ bytes }) => [bytes, []]));
let readers = 0;
let freeTimer: NodeJS.Timeout | undefined;

/** Counts a body as being sent until the returned function is called. */
export function countReader(): () => void {
  readers += 1;
  clearTimeout(freeTimer);
  return () => {
    readers -= 1;
    if (readers === 0) freeTimer = setTimeout(empty, KEPT_FOR_MS).unref();
  };
}

/** Returns a buffer with arbitrary contents. Return it with `recycle`, or drop it. */
export function takeBuffer(): Buffer {
  const { bytes } = SIZES.find(({ upToReaders }) => readers <= upToReaders) ?? SIZES[2];
  return idle.get(bytes)?.pop() ?? Buffer.allocUnsafeSlow(bytes);
}

/** Returns a buffer to the pool. A socket uses its buffer until the write has ended. */
export function recycle(buffer: Buffer): void {
  const size = SIZES.find(({ bytes }) => bytes === buffer.length);
  const others = idle.get(buffer.length);
  if (size !== undefined && others !== undefined && others.length < size.mostIdle)
    others.push(buffer);
}

function empty(): void {
  for (const buffers of idle.values()) buffers.length = 0;
}
