import { Star } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { starred } from '../../state/starred.ts';
import styles from './star-mark.module.css';

/** Star beside the name of a starred entry. Renders only when its own star changes. */
export function StarMark({ path }: { path: string }) {
  const isShown = useStore(starred, ({ paths }) => paths.has(path));
  return isShown ? <Shown /> : null;
}

function Shown() {
  const { t } = useTranslation();
  return <Star className={styles.star} size={14} role="img" aria-label={t('shell.starred')} />;
}
