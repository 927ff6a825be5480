/** The same bytes in memory that belongs to nobody else, and may be given to another thread. */
export function ownCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}
