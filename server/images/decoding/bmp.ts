import type { BorrowedFile } from './borrowed-file.ts';
import type { RenderOrder } from './decoder-messages.ts';
import type { Pixels } from './pixels.ts';

const UNPACKED = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;
/** Target length of the shorter side: larger images are averaged down while they are read. */
const WANTED_SIDE = { thumb: 512, tile: 720, big: 2_160 } as const;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  /** Offset of the pixels, and the length of a row with its padding. */
  readonly start: number;
  readonly stride: number;
  /** Colours of the palette, four bytes each, blue first; empty if pixels are colours themselves. */
  readonly palette: Buffer;
  readonly paletteStep: number;
  readonly masks: readonly [red: number, green: number, blue: number];
}

/** Decodes bitmaps of Windows row by row. Refuses the compressed kinds, which are rare. */
export function readBmpPixels(file: BorrowedFile, order: Pick<RenderOrder, 'size'>): Pixels {
  const layout = readLayout(file);
  const { width, height } = layout;
  const shorter = Math.min(width, height);
  const step = Math.max(1, Math.floor(shorter / WANTED_SIDE[order.size]));
  const out = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const data = Buffer.alloc(out.width * out.height * 3);
  const sums = new Float64Array(out.width * 3);
  for (let row = 0; row < out.height; row += 1) {
    sums.fill(0);
    for (let inner = 0; inner < step; inner += 1) {
      addRow(sums, rowOf(file, layout, row * step + inner), { layout, step, width: out.width });
    }
    for (let at = 0; at < sums.length; at += 1) {
      data[row * sums.length + at] = Math.round((sums[at] ?? 0) / (step * step));
    }
  }
  return { data, ...out, channels: 3 };
}

function readLayout(file: BorrowedFile): Layout {
  const head = file.readAt(0, 14 + 124);
  const start = head.readUInt32LE(10);
  const headerBytes = head.readUInt32LE(14);
  const isOld = headerBytes === 12;
  const width = isOld ? head.readUInt16LE(18) : head.readInt32LE(18);
  const signedHeight = isOld ? head.readUInt16LE(20) : head.readInt32LE(22);
  const bits = head.readUInt16LE(isOld ? 24 : 28);
  const packing = isOld ? UNPACKED : head.readUInt32LE(30);
  if (packing !== UNPACKED && packing !== BIT_FIELDS && packing !== ALPHA_BIT_FIELDS) {
    throw new Error('a packed bitmap');
  }
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new Error('an unknown depth');
  const paletteStep = isOld ? 3 : 4;
  const paletteAt = 14 + headerBytes + (headerBytes === 40 && packing !== UNPACKED ? 12 : 0);
  return {
    width,
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    bits,
    start,
    stride: Math.ceil((width * bits) / 32) * 4,
    palette: bits > 8 ? Buffer.alloc(0) : file.readAt(paletteAt, (1 << bits) * paletteStep),
    paletteStep,
    masks: packing === UNPACKED ? usualMasks(bits) : readMasks(head),
  };
}

function usualMasks(bits: number): Layout['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff_0000, 0xff00, 0xff];
}

function readMasks(head: Buffer): Layout['masks'] {
  return [head.readUInt32LE(54), head.readUInt32LE(58), head.readUInt32LE(62)];
}

/** Returns a row, which is shorter if the file ends early. */
function rowOf(
  file: BorrowedFile,
  { start, stride, height, isTopDown }: Layout,
  row: number,
): Buffer {
  const stored = isTopDown ? row : height - 1 - row;
  return file.readAt(start + stored * stride, stride);
}

function addRow(
  sums: Float64Array,
  bytes: Buffer,
  {
    layout,
    step,
    width,
  }: { readonly layout: Layout; readonly step: number; readonly width: number },
): void {
  // Pixels after the end of the file are black, so that a few bytes that announce millions of pixels cost nothing.
  if (bytes.length === 0) return;
  const colourAt = readerOf(layout, bytes);
  for (let column = 0; column < width * step; column += 1) {
    const colour = colourAt(column);
    const at = Math.floor(column / step) * 3;
    sums[at] = (sums[at] ?? 0) + (colour >>> 16);
    sums[at + 1] = (sums[at + 1] ?? 0) + ((colour >>> 8) & 0xff);
    sums[at + 2] = (sums[at + 2] ?? 0) + (colour & 0xff);
  }
}

/** Returns a function that reads red, green and blue as one number. */
function readerOf({ bits, palette, paletteStep, masks }: Layout, row: Buffer) {
  const byte = (at: number): number => row[at] ?? 0;
  const ofPalette = (index: number): number => {
    const at = index * paletteStep;
    return ((palette[at + 2] ?? 0) << 16) | ((palette[at + 1] ?? 0) << 8) | (palette[at] ?? 0);
  };
  switch (bits) {
    case 24:
      return (x: number) => (byte(x * 3 + 2) << 16) | (byte(x * 3 + 1) << 8) | byte(x * 3);
    case 16:
      return (x: number) => masked(byte(x * 2) | (byte(x * 2 + 1) << 8), masks);
    case 32:
      return (x: number) => {
        const low = byte(x * 4) | (byte(x * 4 + 1) << 8) | (byte(x * 4 + 2) << 16);
        return masked((low | (byte(x * 4 + 3) << 24)) >>> 0, masks);
      };
    default: {
      const inByte = 8 / bits;
      const mask = (1 << bits) - 1;
      return (x: number) => {
        const shift = 8 - bits * ((x % inByte) + 1);
        return ofPalette((byte(Math.floor(x / inByte)) >> shift) & mask);
      };
    }
  }
}

function masked(value: number, [red, green, blue]: Layout['masks']): number {
  return (channel(value, red) << 16) | (channel(value, green) << 8) | channel(value, blue);
}

/** Scales a channel to eight bits. */
function channel(value: number, mask: number): number {
  if (mask === 0) return 0;
  const lowest = mask & -mask;
  const most = Math.floor((mask >>> 0) / (lowest >>> 0));
  return Math.round((((value & mask) >>> 0) / (lowest >>> 0) / most) * 255);
}
