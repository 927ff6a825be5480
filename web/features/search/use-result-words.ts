import type { Entry } from '#contract/files.ts';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type RowWords, accessibleName, useRowWords } from '../../state/use-row-words.ts';

/** Formatters of all rows. */
export interface ResultWords extends RowWords {
  /** Returns the accessible name of a result: its name, type and folder. */
  spoken(entry: Entry, folder: string): string;
}

export function useResultWords(): ResultWords {
  const { t } = useTranslation();
  const words = useRowWords();
  return useMemo(
    () => ({
      ...words,
      spoken: (entry, folder) => t('search.spoken', { name: accessibleName(entry, words), folder }),
    }),
    [t, words],
  );
}
