import { ShareTable } from '../../features/share-table/share-table.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PlaceFrame } from './place-frame.tsx';

/** `/shared`: the shares of the user. */
export function SharedRoute() {
  const { t } = useTranslation();
  return (
    <PlaceFrame title={t('shell.sharedByMe')}>
      <ShareTable onlyOwn />
    </PlaceFrame>
  );
}
