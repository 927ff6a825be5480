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
