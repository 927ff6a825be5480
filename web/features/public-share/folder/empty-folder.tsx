import { FolderOpen } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './folder-view.module.css';

export function EmptyFolder() {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <FolderOpen size={56} strokeWidth={1.25} aria-hidden />
      <p>{t('folder.empty')}</p>
      <p className={styles.hint}>{t('folder.emptyHint')}</p>
    </div>
  );
}
