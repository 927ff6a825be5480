import { useEffect, useState } from 'react';
import { type MediaTags, pictureTypeOf } from '../../lib/media-tags/media-tags.ts';
import { readTags } from '../../lib/media-tags/read-tags.ts';
import type { PlayerSource } from './player-source.ts';

/** Tags of a file, with the address of its cover. */
export interface ShownTags extends Omit<MediaTags, 'cover'> {
  readonly cover?: string | undefined;
}

const NONE: ShownTags = {};

/** Reads the tags of a file. Without them, or if they cannot be read, the file is known by its name. */
export function useTags({ read, size, version }: PlayerSource): ShownTags {
  const [tags, setTags] = useState<ShownTags>(NONE);
  useEffect(() => {
    let isWanted = true;
    let cover: string | undefined;
    const show = ({ cover: picture, ...texts }: MediaTags) => {
      if (!isWanted) return;
      cover =
        picture && URL.createObjectURL(new Blob([picture], { type: pictureTypeOf(picture) ?? '' }));
      setTags({ ...texts, cover });
    };
    readTags(read, size).then(show, () => {});
    return () => {
      isWanted = false;
      if (cover !== undefined) URL.revokeObjectURL(cover);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the version says what is read
  }, [version]);
  return tags;
}
