import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './folder-picker.module.css';

/** Shows the destination folder, and why it cannot be used. */
export function Destination({ path, note }: { path: string; note: string | undefined }) {
  const { t } = useTranslation();
  const names = [t('shell.myFiles'), ...path.split('/').filter((name) => name !== '')];
  return (
    <div className={styles.destination} role="status">
      <span className={styles.destinationLabel}>{t('transfers.destination')}</span>
      <span className={styles.destinationPath}>
        {names.map((name, index) => (
          // Keys are paths, because names can repeat.
          <span key={names.slice(0, index + 1).join('/')}>
            {index > 0 && <span className={styles.slash}> / </span>}
            <bdi>{name}</bdi>
          </span>
        ))}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}
