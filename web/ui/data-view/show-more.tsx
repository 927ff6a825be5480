import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './show-more.module.css';

interface ShowMoreProps {
  list: { hasMore: boolean; isLoadingMore: boolean; loadMore(): void };
}

/** Button below a list that is loaded page by page; nothing if it is complete. */
export function ShowMore({ list }: ShowMoreProps) {
  const { t } = useTranslation();
  if (!list.hasMore) return null;
  return (
    <div className={styles.more}>
      <Button busy={list.isLoadingMore} onClick={list.loadMore}>
        {t('common.showMore')}
      </Button>
    </div>
  );
}
