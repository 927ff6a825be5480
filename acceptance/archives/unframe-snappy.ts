import { uncompressSync } from 'snappy';

const COMPRESSED = 0;
const UNCOMPRESSED = 1;
const STREAM_IDENTIFIER = 0xff;

/** Decodes the framing format of snappy (framing_format.txt). The library checks the checksums. */
export function unframeSnappy(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const type = bytes.readUInt8(at);
    const length = bytes.readUIntLE(at + 1, 3);
    const chunk = bytes.subarray(at + 4, at + 4 + length);
    if (at === 0 && type !== STREAM_IDENTIFIER)
      throw new Error('not in the framing format of snappy');
    if (type === COMPRESSED) parts.push(Buffer.from(uncompressSync(chunk.subarray(4))));
    else if (type === UNCOMPRESSED) parts.push(chunk.subarray(4));
    at += 4 + length;
  }
  return Buffer.concat(parts);
}
