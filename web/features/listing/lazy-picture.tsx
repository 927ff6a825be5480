import type { Entry } from '#contract/files.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import { pageConfig } from '../../api/page-config.ts';

interface PictureProps {
  entry: Entry;
  /** True where the sign of the kind is smaller. */
  isSmall?: boolean;
  /** Size of the icon below in pixels. */
  iconSize?: number;
  /** True for the whole picture instead of its middle. */
  isWhole?: boolean;
}

/** Entries show icons if the script of pictures cannot be loaded. */
const EntryPicture = lazy(async () => {
  const part = await import('./pictures/entry-picture.tsx').catch(() => undefined);
  return { default: part?.EntryPicture ?? NoPicture };
});

const NoPicture: ComponentType<PictureProps> = () => null;

/** Returns true for what may have a picture in a tile, and in a row: images and videos. Operators can turn pictures off. */
export function mayHavePicture({ type }: Entry, isTile = false): boolean {
  return (isTile || type === 'image' || type === 'video') && pageConfig().EnableThumbs;
}

/** Picture of an entry over its icon, if there is one, loaded after the listing. */
export function LazyPicture(props: PictureProps) {
  return (
    <Suspense>
      <EntryPicture {...props} />
    </Suspense>
  );
}
