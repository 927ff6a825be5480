import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './share-card.module.css';

/** The password of a link that has just been made, to be handed on: the server keeps none that could be shown later. */
export function MadePassword({ password }: { password: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.password}>
      <p className={styles.passwordLine}>
        <span>{t('shares.passwordOf')}</span>
        <code>
          <bdi>{password}</bdi>
        </code>
        <CopyButton label={t('shares.copyPassword')} text={password} />
      </p>
      <p className={styles.hint}>{t('shares.passwordLost')}</p>
    </div>
  );
}
