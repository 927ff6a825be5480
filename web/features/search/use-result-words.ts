import type { Entry } from '#contract/files.ts';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type RowWords, spokenName, useRowWords } from '../../state/use-row-words.ts';

/** What rows say, made once for all of them. */
export interface ResultWords extends RowWords {
  /** The name, what the badge of its glyph says, and where it lies. */
  spoken(entry: Entry, way: string): string;
}

export function useResultWords(): ResultWords {
  const { t } = useTranslation();
  const words = useRowWords();
  return useMemo(
    () => ({
      ...words,
      spoken: (entry, way) => t('search.spoken', { name: spokenName(entry, words), folder: way }),
    }),
    [t, words],
  );
}
