import type { Sorting } from '#contract/files.ts';
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { choosePreference } from '../../state/preferences.ts';
import { showNotSaved } from '../../state/show-failure.ts';
import { announceSorting } from './announce-folder.ts';

/** Returns a function that sorts folders from now on, and announces it. */
export function useSorting(): (sorting: Sorting) => void {
  const { t } = useTranslation();
  return useCallback(
    (next: Sorting) => {
      announceSorting(t, next);
      choosePreference('sorting', next).catch((failure: unknown) => showNotSaved(t, failure));
    },
    [t],
  );
}
