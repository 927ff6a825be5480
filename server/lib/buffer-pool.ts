/** Maximum number of buffers that are kept for reuse. */
const MAX_SPARE = 8;

const spares: ArrayBuffer[] = [];

/** Keeps a buffer that is no longer read, for reuse in the calling thread. */
export function recycleBuffer(buffer: ArrayBuffer): void {
  if (spares.length < MAX_SPARE) spares.push(buffer);
}

/**
 * Returns a buffer with arbitrary contents and its own memory. Reusing buffers saves the page faults of fresh ones and garbage
 * collections in the receiving thread, which cost more than the work itself for large outputs.
 */
export function takeBuffer(bytes: number): Buffer<ArrayBuffer> {
  const at = spares.findIndex(({ byteLength }) => byteLength === bytes);
  const [spare] = at < 0 ? [] : spares.splice(at, 1);
  return spare === undefined ? Buffer.allocUnsafeSlow(bytes) : Buffer.from(spare);
}
