/**
 * Encodes the length of an archive (NaN if unknown) as the first chunk that the worker thread sends. It is not a part of the archive: the main
 * thread needs the length for the headers of the response.
 */
export function announcement(bytes: number | undefined): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(8);
  new DataView(chunk.buffer).setFloat64(0, bytes ?? Number.NaN);
  return chunk;
}

/** Returns the announced length; undefined if it is unknown. */
export function readAnnouncement(chunk: Uint8Array<ArrayBuffer>): number | undefined {
  const bytes = new DataView(chunk.buffer, chunk.byteOffset).getFloat64(0);
  return Number.isNaN(bytes) ? undefined : bytes;
}
