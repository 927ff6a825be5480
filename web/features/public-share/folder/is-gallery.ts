import type { Entry } from '#contract/files.ts';
import { pageConfig } from '../../../api/page-config.ts';

/** Minimum proportion of pictures in a folder that is shown as a grid. */
const MOSTLY = 0.6;

/** Returns true for an image or video whose thumbnail can be shown. */
export function hasPicture({ type }: Entry): boolean {
  return pageConfig().EnableThumbs && (type === 'image' || type === 'video');
}

/** Returns true for a folder that consists mostly of pictures. */
export function isGallery(items: readonly Entry[]): boolean {
  return items.length > 1 && items.filter(hasPicture).length >= MOSTLY * items.length;
}
