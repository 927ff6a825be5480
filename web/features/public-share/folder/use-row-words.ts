import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormats } from '../use-formats.ts';

export type RowWords = ReturnType<typeof useRowWords>;

/** Returns the formatters of all rows. */
export function useRowWords() {
  const { t } = useTranslation();
  const { size, exactDate, dateAlone } = useFormats();
  return useMemo(
    () => ({
      size,
      exactDate,
      dateAlone,
      brokenSymlink: t('folder.brokenLink'),
      select: (name: string) => t('folder.select', { name }),
      download: (name: string) => t('folder.downloadNamed', { name }),
    }),
    [t, size, exactDate, dateAlone],
  );
}
