/**
 * Encodes the length of an archive, NaN if unknown. It is the first chunk of the stream from the worker, and not part
 * of the archive.
 */
export function announcement(bytes: number | undefined): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(8);
  new DataView(chunk.buffer).setFloat64(0, bytes ?? Number.NaN);
  return chunk;
}

export function readAnnouncement(chunk: Uint8Array<ArrayBuffer>): number | undefined {
  const bytes = new DataView(chunk.buffer, chunk.byteOffset).getFloat64(0);
  return Number.isNaN(bytes) ? undefined : bytes;
}
