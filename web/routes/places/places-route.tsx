import { useTransfers } from '../../features/move-copy/use-transfers.ts';
import { RecentPage } from '../../features/places/recent-page.tsx';
import { StarredPage } from '../../features/places/starred-page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PlaceFrame } from './place-frame.tsx';

/** `/recent`: what the user has opened and changed. */
export function RecentRoute() {
  const { t } = useTranslation();
  return (
    <PlaceFrame title={t('shell.recent')}>
      <RecentPage transfers={useTransfers()} />
    </PlaceFrame>
  );
}

/** `/starred`: what the user has starred. */
export function StarredRoute() {
  const { t } = useTranslation();
  return (
    <PlaceFrame title={t('shell.starred')}>
      <StarredPage transfers={useTransfers()} />
    </PlaceFrame>
  );
}
