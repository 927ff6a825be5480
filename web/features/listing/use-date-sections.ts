import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { ListingSection } from '../../state/listing-rows.ts';
import type { dateSections } from './date-sections.ts';

/** Returns the sections of files that are sorted by date; undefined if they are not wanted, and until their code is loaded. */
export function useDateSections(
  { files }: ListingEntries,
  { isWanted }: { isWanted: boolean },
): readonly ListingSection[] | undefined {
  const { locale } = useTranslation();
  const [divide, setDivide] = useState<typeof dateSections>();
  useEffect(() => {
    if (!isWanted) return;
    // Without the code, the files have one heading.
    import('./date-sections.ts').then(
      (loaded) => setDivide(() => loaded.dateSections),
      () => {},
    );
  }, [isWanted]);
  return useMemo(
    () => (isWanted ? divide?.(files, locale) : undefined),
    [isWanted, divide, files, locale],
  );
}
