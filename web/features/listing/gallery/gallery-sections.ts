import type { Entry } from '#contract/files.ts';
import type { ListingSection } from '../../../state/listing-rows.ts';
import { pictureVersion } from '../../../state/picture-ratios.ts';
import type { GridLayout } from '../grid-layout.ts';
import { dateSections } from './date-sections.ts';
import { justifiedLines } from './justified-lines.ts';

/** Share of pictures from which the files of a folder are a gallery of pictures, whose lines need no columns. */
const PICTURE_SHARE = 0.75;

/**
 * Divides the files of a gallery: by date if they are sorted by it, and into lines of pictures that keep their aspect ratio where
 * ratios are known. Mixed files stand in columns.
 */
export function gallerySections(
  files: readonly Entry[],
  { isByDate, locale, layout }: { isByDate: boolean; locale: string; layout: GridLayout },
): ListingSection[] {
  const sections: ListingSection[] = isByDate
    ? dateSections(files, locale)
    : [{ group: 'files', count: files.length }];
  if (!layout.ratios || !areMostlyPictures(files)) return sections;
  let first = 0;
  return sections.map((section) => {
    const own = files.slice(first, first + section.count);
    first += section.count;
    const known = ratiosOf(own, layout);
    if (!known) return section;
    const { pictureHeight: height, gap, innerWidth: width } = layout;
    return { ...section, justified: justifiedLines(known, { width, height, gap }) };
  });
}

function areMostlyPictures(files: readonly Entry[]): boolean {
  const pictures = files.filter(({ type }) => type === 'image' || type === 'video');
  return pictures.length >= PICTURE_SHARE * files.length;
}

/** Returns the aspect ratio of each file, which is that of the usual tile if unknown; undefined if none is known. */
function ratiosOf(
  files: readonly Entry[],
  { ratios, entryWidth, pictureHeight }: GridLayout,
): number[] | undefined {
  if (!ratios) return undefined;
  let isKnown = false;
  const all = files.map((file) => {
    const ratio = file.type === 'image' ? ratios.known.get(pictureVersion(file)) : undefined;
    isKnown ||= ratio !== undefined;
    return ratio ?? entryWidth / pictureHeight;
  });
  return isKnown ? all : undefined;
}
