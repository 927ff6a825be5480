import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatExactDate, formatRelativeDate, formatSize } from '../../i18n/format.ts';
import { session } from '../../state/session.ts';

export interface Formats {
  size(bytes: number): string;
  /** As the user likes it: relative or exact. */
  date(modified: string): string;
  exactDate(modified: string): string;
}

/** Sizes and dates in the language and the taste of the user. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const locale = i18n.language;
  const exactly = useStore(session, ({ user }) => user?.dateFormat ?? false);
  return useMemo(() => {
    const exactDate = (modified: string) => formatExactDate(new Date(modified), locale);
    return {
      size: (bytes) => formatSize(bytes, locale),
      date: exactly ? exactDate : (modified) => formatRelativeDate(new Date(modified), locale),
      exactDate,
    };
  }, [locale, exactly]);
}
