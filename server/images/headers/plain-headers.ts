import type { Header } from './header.ts';

const PNG_ANIMATION = 0x61_63_54_4c; // acTL
const PNG_DATA = 0x49_44_41_54; // IDAT

export function readPng(head: DataView): Header {
  const width = head.getUint32(16);
  const height = head.getUint32(20);
  return { width, height, isProgressive: head.getUint8(28) !== 0, isAnimated: isAnimatedPng(head) };
}

/** The chunk that announces frames precedes the first pixels. */
function isAnimatedPng(head: DataView): boolean {
  for (let at = 8; at + 8 <= head.byteLength;) {
    const kind = head.getUint32(at + 4);
    if (kind === PNG_ANIMATION) return true;
    if (kind === PNG_DATA) return false;
    at += 12 + head.getUint32(at);
  }
  return false;
}

/** The header does not contain the number of frames, so every GIF counts as animated. */
export function readGif(head: DataView): Header {
  return { width: head.getUint16(6, true), height: head.getUint16(8, true), isAnimated: true };
}

/** A negative height means that the first row is at the top. */
export function readBmp(head: DataView): Header {
  if (head.getUint32(14, true) === 12) {
    return { width: head.getUint16(18, true), height: head.getUint16(20, true) };
  }
  return { width: head.getInt32(18, true), height: Math.abs(head.getInt32(22, true)) };
}

/** Returns the size of the first image; 0 stands for 256. */
export function readIco(head: DataView): Header {
  return { width: head.getUint8(6) || 256, height: head.getUint8(7) || 256 };
}
