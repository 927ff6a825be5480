import type { Entry } from '#contract/files.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import { pageConfig } from '../../api/page-config.ts';

interface PictureProps {
  entry: Entry;
  /** True where the sign of the kind is smaller. */
  isSmall?: boolean;
  /** True for the whole picture instead of its middle. */
  isWhole?: boolean;
}

/** Entries show icons if the script of pictures cannot be loaded. */
const EntryPicture = lazy(async () => {
  const part = await import('./pictures/entry-picture.tsx').catch(() => undefined);
  return { default: part?.EntryPicture ?? NoPicture };
});

const NoPicture: ComponentType<PictureProps> = () => null;

/** Returns true for an image or video, and where pictures are large for everything, where the operator has thumbnails. */
export function mayHavePicture({ type }: Entry, isLarge = false): boolean {
  return (isLarge || type === 'image' || type === 'video') && pageConfig().EnableThumbs;
}

/** Picture of an entry over its icon, if there is one, loaded after the listing. */
export function LazyPicture(props: PictureProps) {
  return (
    <Suspense>
      <EntryPicture {...props} />
    </Suspense>
  );
}
