import { UserX } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Notice, NoticeText } from '../../../ui/data-view/notice.tsx';

/** Shown if no user has the id, or the user was deleted. */
export function NoSuchUser() {
  const { t } = useTranslation();
  return (
    <Notice icon={UserX} title={t('users.gone')} level="h1" role="alert">
      <NoticeText>{t('users.goneHint')}</NoticeText>
      <ButtonLink variant="primary" to="/settings/users">
        {t('users.all')}
      </ButtonLink>
    </Notice>
  );
}
