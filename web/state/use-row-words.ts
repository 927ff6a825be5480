import type { Entry } from '#contract/files.ts';
import { useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { type Formats, useFormats } from './use-formats.ts';

/** Texts of rows, created once for all of them, because hooks in every row would slow down scrolling. */
export interface RowWords extends Formats {
  readonly brokenSymlink: string;
  moreFor(name: string): string;
  nameOfSymlink(name: string): string;
  nameOfBrokenSymlink(name: string): string;
}

export function useRowWords(): RowWords {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () => ({
      ...formats,
      brokenSymlink: t('listing.brokenLink'),
      moreFor: (name) => t('listing.moreFor', { name }),
      nameOfSymlink: (name) => t('listing.nameOfLink', { name }),
      nameOfBrokenSymlink: (name) => t('listing.nameOfBrokenLink', { name }),
    }),
    [t, formats],
  );
}

/** Returns the accessible name of an entry, which also says that it is a symlink or a broken one. */
export function accessibleName({ name, type, isSymlink }: Entry, words: RowWords): string {
  if (type === 'invalid_link') return words.nameOfBrokenSymlink(name);
  return isSymlink ? words.nameOfSymlink(name) : name;
}
