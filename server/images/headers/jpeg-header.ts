import type { ReadAt } from '../picture.ts';
import { unlessCut, type Header } from './header.ts';
import { readTiff } from './tiff-header.ts';

const APP1 = 0xe1;
const EXIF = 'Exif\0\0';
/** SOF2, 6, 10 and 14 send the picture in several scans, each finer than the one before. */
const PROGRESSIVE: ReadonlySet<number> = new Set([0xc2, 0xc6, 0xca, 0xce]);
/** DHT, JPG and DAC have numbers among those of frames. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** Maximum number of segments before the frame. Large colour profiles and maker notes consist of many. */
const MAX_SEGMENTS = 400;

/** Reads segment after segment up to the one with the size. */
export async function readJpeg(readAt: ReadAt): Promise<Header> {
  let exif: Header;
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const bytes = await readAt(at, 10);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint8(0) !== 0xff) return undefined;
    const marker = view.getUint8(1);
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      const size = { height: view.getUint16(5), width: view.getUint16(7) };
      return { ...exif, ...size, isProgressive: PROGRESSIVE.has(marker) };
    }
    if (marker === APP1 && beginsWithExif(bytes)) {
      exif ??= await unlessCut(readTiff(readAt, at + 10));
    }
    at += 2 + view.getUint16(2);
  }
  return undefined;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);
}

function beginsWithExif(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 10)).toString('latin1') === EXIF;
}
