import { z } from 'zod';
import { encodePath } from './paths.ts';

/** Facts that a camera has stored in a photo. Each fact is absent if the file does not contain it. */
export const PhotoFacts = z.object({
  /** Maker and model. */
  camera: z.string().optional(),
  lens: z.string().optional(),
  /** Local time of the camera: `2025-07-12T08:20:11`. */
  takenAt: z.string().optional(),
  exposureSeconds: z.number().optional(),
  /** The f-number: 2.8 for ƒ/2.8. */
  aperture: z.number().optional(),
  iso: z.number().optional(),
  focalLengthMm: z.number().optional(),
  /** Degrees; north and east are positive. */
  place: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
});
export type PhotoFacts = Readonly<z.infer<typeof PhotoFacts>>;

/** Reply of GET /api/metadata: facts that a file contains about itself. */
export const FileMetadata = z.object({
  /** Present for images with EXIF. */
  photo: PhotoFacts.optional(),
});
export type FileMetadata = Readonly<z.infer<typeof FileMetadata>>;

export function metadataUrl(path: string): string {
  return `/api/metadata${encodePath(path)}`;
}
