/** Returns a copy in memory of its own, which can be transferred to another thread. */
export function ownCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}
