import { SearchX } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './share-table.module.css';

/** There are links, but none like the one that is looked for. */
export function NoMatch({ withOwners, onClear }: { withOwners: boolean; onClear(): void }) {
  const { t } = useTranslation();
  const hint = withOwners ? 'settings.shares.noMatchHint' : 'settings.shares.noMatchPathHint';
  return (
    <div className={styles.notice}>
      <SearchX className={styles.noticeIcon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.noticeTitle}>{t('settings.shares.noMatch')}</h2>
      <p className={styles.noticeText}>{t(hint)}</p>
      <Button onClick={onClear}>{t('settings.shares.clearSearch')}</Button>
    </div>
  );
}
