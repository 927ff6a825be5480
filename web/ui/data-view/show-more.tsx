import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './show-more.module.css';

interface ShowMoreProps {
  list: {
    hasMore: boolean;
    isLoadingMore: boolean;
    /** Why the next page could not be loaded, where no notice above the list says it. */
    moreFailure?: Error | null;
    loadMore(): void;
  };
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
      {list.moreFailure && <MoreFailure failure={list.moreFailure} />}
    </div>
  );
}

/** Explains below the button why the next page could not be loaded, because a notice above a long list is out of sight. */
export function MoreFailure({ failure }: { failure: Error }) {
  const { t } = useTranslation();
  return (
    <p className={styles.failure} role="alert">
      {failureText(t, failure)}
    </p>
  );
}
