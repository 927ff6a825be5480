import sharp, { type Sharp } from 'sharp';

/** Colours of the four quarters of a picture. Their positions show its orientation. */
export const QUARTERS = {
  topLeft: [220, 30, 30],
  topRight: [30, 200, 30],
  bottomLeft: [30, 30, 220],
  bottomRight: [240, 240, 240],
} as const;
export type Quarter = keyof typeof QUARTERS;

/** Returns a picture with four quarters of different colours. */
export function quarteredPicture(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const row = y < height / 2 ? 'top' : 'bottom';
      const colour = QUARTERS[`${row}${x < width / 2 ? 'Left' : 'Right'}`];
      data.set(colour, (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Returns a JPEG photo of 1600 × 1200 with a thumbnail in its EXIF, as cameras write it. */
export async function photoWithThumbnail(
  width: number,
  height: number,
  orientation = 6,
): Promise<Buffer> {
  const thumbnail = await quarteredPicture(width, height).jpeg().toBuffer();
  const photo = await quarteredPicture(1_600, 1_200).jpeg().toBuffer();
  const tag = (number: number, type: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(number, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const directory = (tags: Buffer[], next: number): Buffer => {
    const [count, end] = [Buffer.alloc(2), Buffer.alloc(4)];
    count.writeUInt16LE(tags.length);
    end.writeUInt32LE(next);
    return Buffer.concat([count, ...tags, end]);
  };
  const first = directory([tag(0x112, 3, orientation)], 8 + 18);
  const second = directory([tag(0x201, 4, 8 + 18 + 30), tag(0x202, 4, thumbnail.length)], 0);
  const tiff = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), first, second, thumbnail]);
  const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]);
}

/** Returns the quarters in the top left and top right corners of a decoded picture. */
export async function topOf(bytes: Buffer): Promise<readonly [Quarter, Quarter]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data.subarray((y * info.width + x) * 3).subarray(0, 3);
  const y = Math.floor(info.height / 4);
  return [nearest(at(info.width >> 2, y)), nearest(at(info.width - (info.width >> 2), y))];
}

function nearest(colour: Uint8Array): Quarter {
  const names: readonly Quarter[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];
  const distance = (name: Quarter) =>
    QUARTERS[name].reduce((sum, value, index) => sum + Math.abs(value - (colour[index] ?? 0)), 0);
  return names.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'topLeft';
}

/** Returns format and size, as a decoder other than ours reports them. */
export async function factsOf(bytes: Buffer) {
  const {
    format,
    width,
    height,
    hasAlpha,
    pages = 1,
  } = await sharp(bytes, { pages: -1 }).metadata();
  return { format, width, height, hasAlpha, pages };
}
