import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LinksDrawing } from './links-drawing.tsx';
import styles from './share-table.module.css';

/** No links yet: a drawing, a sentence, and where one would make the first. */
export function NoShares() {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <LinksDrawing />
      <h2 className={styles.noticeTitle}>{t('settings.shares.empty')}</h2>
      <p className={styles.noticeText}>{t('settings.shares.emptyHint')}</p>
      <ButtonLink variant="primary" to={filesAddress('/')}>
        {t('settings.shares.openFiles')}
      </ButtonLink>
    </div>
  );
}
