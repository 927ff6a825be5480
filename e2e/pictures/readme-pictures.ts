import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** Pictures of the README, with their names and maximum widths. */
const SHOWN = [
  { taken: 'en-wide-light/listing', name: 'listing', width: 1_440 },
  { taken: 'en-wide-dark/listing-gallery', name: 'photos-dark', width: 1_080 },
  { taken: 'en-narrow-light/link-to-a-folder', name: 'link-narrow', width: 390 },
  { taken: 'ar-wide-light/listing-selected', name: 'arabic', width: 1_080 },
] as const;

const QUALITY = 82;

/** Writes the README's pictures from the taken ones. */
export async function writeReadmePictures(from: string, to: string): Promise<void> {
  for (const { taken, name, width } of SHOWN) {
    const file = join(to, `${name}.webp`);
    mkdirSync(dirname(file), { recursive: true });
    await sharp(join(from, `${taken}.png`))
      .resize({ width })
      .webp({ quality: QUALITY, effort: 6 })
      .toFile(file);
  }
}
