import type { ReadAt } from '../picture.ts';
import type { Header } from './header.ts';

/** Maximum length of the box that describes an image. Those of cameras take a few kilobytes. */
const MOST_META_BYTES = 1_048_576;
const MOST_BOXES = 64;

interface Box {
  readonly kind: string;
  /** Offset of the contents. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the size of the largest image in an AVIF or HEIC, because a photo may consist of tiles, and the file may
 * contain thumbnails. Decoders of these formats rotate images themselves, so this is the size after rotation.
 */
export async function readHeif(readAt: ReadAt): Promise<Header> {
  const meta = await findMeta(readAt);
  if (meta === undefined) return undefined;
  const view = new DataView(meta.buffer, meta.byteOffset, meta.byteLength);
  // Version and flags precede the boxes of 'meta'.
  const properties = boxNamed(view, { start: 4, end: view.byteLength }, 'iprp');
  const container = properties && boxNamed(view, properties, 'ipco');
  if (container === undefined) return undefined;
  let width = 0;
  let height = 0;
  let isTurned = false;
  for (const box of boxesIn(view, container)) {
    if (box.kind === 'irot') isTurned ||= (view.getUint8(box.start) & 1) === 1;
    if (box.kind !== 'ispe') continue;
    const found = { width: view.getUint32(box.start + 4), height: view.getUint32(box.start + 8) };
    if (found.width * found.height <= width * height) continue;
    ({ width, height } = found);
  }
  return isTurned ? { width: height, height: width } : { width, height };
}

async function findMeta(readAt: ReadAt): Promise<Uint8Array | undefined> {
  let at = 0;
  for (let count = 0; count < MOST_BOXES; count += 1) {
    const bytes = await readAt(at, 8);
    if (bytes.length < 8) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
    const length = view.getUint32(0);
    const isMeta = Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'meta';
    // 0 and 1 stand for longer lengths, which only pixel data has. It follows 'meta'.
    if (length < 8) return undefined;
    if (isMeta) return length > MOST_META_BYTES ? undefined : readAt(at + 8, length - 8);
    at += length;
  }
  return undefined;
}

function boxNamed(view: DataView, within: Omit<Box, 'kind'>, kind: string): Box | undefined {
  for (const box of boxesIn(view, within)) if (box.kind === kind) return box;
  return undefined;
}

function* boxesIn(view: DataView, { start, end }: Omit<Box, 'kind'>): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > end) return;
    const kind = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    yield { kind, start: at + 8, end: at + length };
    at += length;
  }
}
