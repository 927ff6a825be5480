import { useMemo } from 'react';
import {
  capitalized,
  formatDate,
  formatExactDate,
  formatNumber,
  formatSize,
} from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useEachMinute } from '../../lib/use-each-minute.ts';

/** Formatters in the language of the page; new ones every minute, for times relative to now. */
export function useFormats() {
  const { locale } = useTranslation();
  const minute = useEachMinute();
  return useMemo(
    () => ({
      size: (bytes: number) => formatSize(bytes, locale),
      number: (value: number) => formatNumber(value, locale),
      exactDate: (modified: string) => formatExactDate(new Date(modified), locale),
      date: (modified: string) => formatDate(new Date(modified), locale),
      /** Formats a date like `date`, for a cell of its own. */
      dateAlone: (modified: string) => capitalized(formatDate(new Date(modified), locale), locale),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the texts of the same times change
    [locale, minute],
  );
}
