import type { Sharp, SharpOptions } from 'sharp';
import { openBorrowed, type BorrowedFile } from './borrowed-file.ts';
import { MAX_PIXELS } from '../limits.ts';
import type { Orientation } from '../picture.ts';
import { BIG_SIDE, MAX_TILE_WIDTH, THUMB_SIDE, TILE_HEIGHT } from '../preview-sides.ts';
import { readBmpPixels } from './bmp.ts';
import type { Pixels } from './pixels.ts';
import type { PreviewSize } from '#contract/previews.ts';
import type { PictureSource, Preview, RenderOrder } from './decoder-messages.ts';

const JPEG_QUALITY = 80;
const WEBP_QUALITY = 80;
/** Time after which a decoder is asked to stop; a process that does not react is killed. Seconds. */
const DECODING_SECONDS = 15;
/** Pixels per inch of SVG. librsvg accepts no more than the maximum. */
const SVG_DPI = 72;
const MAX_SVG_DPI = 2_400;

/** Thrown when the path of a picture cannot be opened. */
export class UnreachableSource extends Error {
  override readonly name = 'UnreachableSource';
}

/** Renders a preview. Throws if the image cannot be decoded. */
export async function render(order: RenderOrder): Promise<Preview> {
  const image = turned(await open(order), order.orientation);
  const sized = resized(image, order.size);
  const timed = sized.timeout({ seconds: DECODING_SECONDS });
  if (order.format === 'jpeg' || order.format === 'heic') return asJpeg(timed);
  if (order.format === 'png' && order.size === 'big') {
    return { bytes: await timed.png().toBuffer(), type: 'image/png' };
  }
  return asJpegOrWebp(timed);
}

function resized(image: Sharp, size: PreviewSize): Sharp {
  switch (size) {
    case 'thumb':
      return image.resize(THUMB_SIDE, THUMB_SIDE, { fit: 'cover', position: 'centre' });
    case 'tile':
      return image.resize(MAX_TILE_WIDTH, TILE_HEIGHT, WHOLE);
    case 'big':
      return image.resize(BIG_SIDE, BIG_SIDE, WHOLE);
  }
}

const WHOLE = { fit: 'inside', withoutEnlargement: true } as const;

/** Throws where the library is not installed. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function open(order: RenderOrder): Promise<Sharp> {
  const sharp = await loadSharp();
  if (order.format === 'bmp') return fromPixels(withLent(order, readBmpPixels));
  if (order.format === 'heic') return fromPixels(await heicPixels(order));
  const options: SharpOptions = {
    limitInputPixels: MAX_PIXELS,
    // A truncated photo is shown as far as possible. Other formats would not be recognizable.
    failOn: order.format === 'jpeg' ? 'none' : 'error',
    pages: 1,
    sequentialRead: true,
    ...(order.format === 'svg' ? { density: await svgDensity(order) } : {}),
  };
  return sharp(inputOf(order.source), options);

  function fromPixels({ data, width, height, channels }: Pixels): Sharp {
    return sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS });
  }
}

/** libvips reads a borrowed file itself, and only as much as it needs. */
function inputOf(source: PictureSource): string | Uint8Array {
  if (source.kind === 'bytes') return source.bytes;
  openSource(source).close();
  return source.path;
}

function openSource(source: PictureSource): BorrowedFile {
  if (source.kind === 'bytes') {
    const bytes = Buffer.from(source.bytes);
    const readAt = (position: number, length: number) =>
      bytes.subarray(position, position + length);
    return { readAt, close: () => undefined };
  }
  try {
    return openBorrowed(source.path);
  } catch (cause) {
    throw new UnreachableSource('a borrowed file cannot be opened', { cause });
  }
}

function withLent<Result>(
  order: RenderOrder,
  work: (file: BorrowedFile, order: RenderOrder) => Result,
) {
  const file = openSource(order.source);
  try {
    return work(file, order);
  } finally {
    file.close();
  }
}

async function heicPixels(order: RenderOrder): Promise<Pixels> {
  const { default: decode } = await import('heic-decode');
  const { source } = order;
  const bytes =
    source.kind === 'bytes' ? source.bytes : withLent(order, (file) => file.readAt(0, source.size));
  const { width, height, data } = await decode({ buffer: bytes });
  return {
    data: Buffer.from(data.buffer, data.byteOffset, data.length),
    width,
    height,
    channels: 4,
  };
}

/** Returns the resolution at which a small drawing is sharp, and a large one no larger than needed. */
async function svgDensity(order: RenderOrder): Promise<number> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(inputOf(order.source)).metadata();
  if (width <= 0 || height <= 0) throw new Error('a drawing without a size');
  return Math.min(Math.max(SVG_DPI * enlargement(order.size, width, height), 1), MAX_SVG_DPI);
}

/** Returns the size of a preview in relation to that of the drawing. */
function enlargement(size: PreviewSize, width: number, height: number): number {
  switch (size) {
    case 'thumb':
      return THUMB_SIDE / Math.min(width, height);
    case 'tile':
      return Math.min(TILE_HEIGHT / height, MAX_TILE_WIDTH / width);
    case 'big':
      return BIG_SIDE / Math.max(width, height);
  }
}

function turned(image: Sharp, orientation: Orientation | undefined): Sharp {
  if (orientation === undefined) return image.autoOrient();
  const { degrees, flop } = TURNS[orientation];
  return image.rotate(degrees).flop(flop);
}

/** EXIF orientations: the clockwise rotation, and whether the image is mirrored after it. */
const TURNS: Readonly<Record<Orientation, { readonly degrees: number; readonly flop: boolean }>> = {
  1: { degrees: 0, flop: false },
  2: { degrees: 0, flop: true },
  3: { degrees: 180, flop: false },
  4: { degrees: 180, flop: true },
  5: { degrees: 90, flop: true },
  6: { degrees: 90, flop: false },
  7: { degrees: 270, flop: true },
  8: { degrees: 270, flop: false },
};

async function asJpeg(image: Sharp): Promise<Preview> {
  const bytes = await image.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  return { bytes, type: 'image/jpeg' };
}

/**
 * Returns JPEG, which clients expect, unless the image is transparent: on a dark page, a white background would stand
 * out.
 */
async function asJpegOrWebp(image: Sharp): Promise<Preview> {
  const sharp = await loadSharp();
  const { data, info } = await image
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = sharp(data, { raw: { width, height, channels } });
  if (isOpaque(data, channels)) return asJpeg(pixels.removeAlpha());
  const bytes = await pixels.webp({ quality: WEBP_QUALITY, effort: 2 }).toBuffer();
  return { bytes, type: 'image/webp' };
}

function isOpaque(data: Buffer, channels: number): boolean {
  if (channels !== 2 && channels !== 4) return true;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false;
  return true;
}
