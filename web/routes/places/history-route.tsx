import { HistoryPage } from '../../features/history/page/history-page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PlaceFrame } from './place-frame.tsx';

/** `/history`: what the user has done, and its undo. */
export function HistoryRoute() {
  const { t } = useTranslation();
  return (
    <PlaceFrame title={t('shell.history')}>
      <HistoryPage />
    </PlaceFrame>
  );
}
