/** Large pieces are faster for a few readers; with many, they would only be memory. Bytes. */
const LARGE = 1024 * 1024;
const SMALL = 256 * 1024;
const FEW_READERS = 6;
const MAX_IDLE = 8;

const idle = new Map<number, Buffer[]>([
  [LARGE, []],
  [SMALL, []],
]);
let readers = 0;

/** Counts a body as being sent until the returned function is called. */
export function countReader(): () => void {
  readers += 1;
  return () => {
    readers -= 1;
  };
}

/** A buffer with whatever was in it before; to be given back by `recycle`, or not at all. */
export function takeBuffer(): Buffer {
  const size = readers <= FEW_READERS ? LARGE : SMALL;
  return idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

/** Only once nobody will read from the buffer any more: a socket keeps it until its write has ended. */
export function recycle(buffer: Buffer): void {
  const others = idle.get(buffer.length);
  if (others !== undefined && others.length < MAX_IDLE) others.push(buffer);
}
