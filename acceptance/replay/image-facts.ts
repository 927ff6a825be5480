export interface ImageFacts {
  readonly format: string;
  readonly width?: number;
  readonly height?: number;
}

/** Returns the format and dimensions of an image from its first bytes. Throws if it is not an image. */
export function readImage(bytes: Buffer): ImageFacts {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) {
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (head.startsWith('GIF8')) {
    return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (/^RIFF....WEBP$/s.test(head)) return { format: 'webp' };
  if (head.startsWith('\xff\xd8')) return { format: 'jpeg', ...sizeOfJpeg(bytes) };
  throw new Error('not an image in a known format');
}

/** Skips segments up to the frame header, which has the dimensions. */
function sizeOfJpeg(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw new Error('the JPEG has no frame');
}
