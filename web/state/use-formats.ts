import { useMemo } from 'react';
import { useStore } from 'zustand';
import {
  capitalized,
  formatDate,
  formatExactDate,
  formatNumericDate,
  formatSize,
} from '../i18n/format.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useEachMinute } from '../lib/use-each-minute.ts';
import { session } from './session.ts';

export interface Formats {
  size(bytes: number): string;
  /** Formats a date for lists as the user prefers: relative within a week and otherwise the day, or date and time in digits. */
  date(modified: string): string;
  /** Formats a date like `date`, for a cell or line of its own: 'Yesterday'. */
  dateAlone(modified: string): string;
  /** Formats a date with its time, for details and tooltips. */
  exactDate(modified: string): string;
}

/** Returns formatters for the language and preferences of the user; new ones every minute, for times relative to now. */
export function useFormats(): Formats {
  const { locale } = useTranslation();
  const exactly = useStore(session, ({ user }) => user?.dateFormat ?? false);
  const minute = useEachMinute();
  return useMemo(() => {
    const format = exactly ? formatNumericDate : formatDate;
    return {
      size: (bytes) => formatSize(bytes, locale),
      date: (modified) => format(new Date(modified), locale),
      dateAlone: (modified) => capitalized(format(new Date(modified), locale), locale),
      exactDate: (modified) => formatExactDate(new Date(modified), locale),
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the texts of the same times change
  }, [locale, exactly, minute]);
}
