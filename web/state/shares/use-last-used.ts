import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormats } from '../use-formats.ts';

/** Times more recent than this are shown as now. */
const NOW_MS = 45_000;

/** Returns a formatter for `lastUsed` of a Share. */
export function useLastUsed(): (lastUsed: string) => string {
  const { t } = useTranslation();
  const { date } = useFormats();
  return (lastUsed) =>
    Date.now() - Date.parse(lastUsed) < NOW_MS
      ? t('shares.lastUsedNow')
      : t('shares.lastUsed', { date: date(lastUsed) });
}
