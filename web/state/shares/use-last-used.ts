import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormats } from '../use-formats.ts';

/** As long as dates are told as now, too. */
const NOW_MS = 45_000;

/** Says when somebody last came by a link; takes `lastUsed` of a Share. */
export function useLastUsed(): (lastUsed: string) => string {
  const { t } = useTranslation();
  const { date } = useFormats();
  return (lastUsed) =>
    Date.now() - Date.parse(lastUsed) < NOW_MS
      ? t('shares.lastUsedNow')
      : t('shares.lastUsed', { date: date(lastUsed) });
}
