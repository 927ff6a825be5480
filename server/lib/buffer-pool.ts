/** Buffers that have come back and wait to be filled again; more of them are not worth their memory. */
const MOST_SPARE = 8;

const spares: ArrayBuffer[] = [];

/** Keeps a buffer that nobody reads any more, in the thread that calls it. */
export function recycleBuffer(buffer: ArrayBuffer): void {
  if (spares.length < MOST_SPARE) spares.push(buffer);
}

/**
 * A buffer of its own, not zeroed. Of a fresh one every page costs a fault, and what the receiving thread lets go of
 * costs it collections: for large outputs that is more than the work itself.
 */
export function takeBuffer(bytes: number): Buffer<ArrayBuffer> {
  const at = spares.findIndex(({ byteLength }) => byteLength === bytes);
  const [spare] = at < 0 ? [] : spares.splice(at, 1);
  return spare === undefined ? Buffer.allocUnsafeSlow(bytes) : Buffer.from(spare);
}
