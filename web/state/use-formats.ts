import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatDate, formatExactDate, formatSize } from '../i18n/format.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { session } from './session.ts';

export interface Formats {
  size(bytes: number): string;
  /** Formats a date as the user prefers: exact, or relative within a week and otherwise the day. */
  date(modified: string): string;
  exactDate(modified: string): string;
}

/** Formatters in the language and preferences of the user. */
export function useFormats(): Formats {
  const { locale } = useTranslation();
  const exactly = useStore(session, ({ user }) => user?.dateFormat ?? false);
  return useMemo(() => {
    const exactDate = (modified: string) => formatExactDate(new Date(modified), locale);
    return {
      size: (bytes) => formatSize(bytes, locale),
      date: exactly ? exactDate : (modified) => formatDate(new Date(modified), locale),
      exactDate,
    };
  }, [locale, exactly]);
}
