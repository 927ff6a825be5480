import type { Sorting } from '#contract/files.ts';
import type { ViewMode } from '#contract/users.ts';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import type { ListingEntries } from '../../../state/listing-entries.ts';
import type { ListingSection } from '../../../state/listing-rows.ts';
import { type PictureRatios, pictureRatios } from '../../../state/picture-ratios.ts';
import { useUser } from '../../../state/use-session.ts';
import type { GridLayout } from '../grid-layout.ts';
import type * as Gallery from './gallery.ts';

let loaded: typeof Gallery | undefined;

/** Returns the code of galleries; undefined until it is loaded, and in other views. */
export function useGallery(mode: ViewMode): typeof Gallery | undefined {
  const [gallery, setGallery] = useState(loaded);
  const isWanted = mode === 'mosaic gallery';
  useEffect(() => {
    if (!isWanted || loaded) return;
    // Without the code, files have one heading, and tiles one width.
    import('./gallery.ts').then(
      (code) => {
        loaded = code;
        setGallery(code);
      },
      () => {},
    );
  }, [isWanted]);
  return isWanted ? gallery : undefined;
}

/**
 * Loads and returns the aspect ratios of pictures. Undefined for a folder without pictures, and in narrow windows,
 * which do not use them.
 */
export function usePictureRatios(
  gallery: typeof Gallery | undefined,
  { files }: ListingEntries,
): PictureRatios | undefined {
  const mayDownload = useUser()?.perm.download ?? false;
  const ratios = useStore(pictureRatios);
  const isNarrow = useMediaQuery(NARROW);
  const isWanted = useMemo(
    () => !isNarrow && mayDownload && gallery?.hasPictures(files) === true,
    [isNarrow, mayDownload, gallery, files],
  );
  useEffect(() => (isWanted ? gallery?.loadRatios(files) : undefined), [isWanted, gallery, files]);
  return isWanted ? ratios : undefined;
}

/** Returns the sections of the files of a gallery; undefined in other views. */
export function useGallerySections(
  gallery: typeof Gallery | undefined,
  { files }: ListingEntries,
  { sorting, layout }: { sorting: Sorting; layout: GridLayout },
): readonly ListingSection[] | undefined {
  const { locale } = useTranslation();
  const isByDate = sorting.by === 'modified';
  return useMemo(
    () => gallery?.gallerySections(files, { isByDate, locale, layout }),
    [gallery, files, isByDate, locale, layout],
  );
}
