import { CloudOff, SearchX, TriangleAlert } from 'lucide-react';
import { ApiError } from '../../api/http.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, NoticeText } from '../../ui/data-view/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './search-notice.module.css';

/** Shown if nothing was found, with suggestions. */
export function NothingFound({
  isCaseSensitive,
  onSearchEverywhere,
}: {
  isCaseSensitive: boolean;
  /** Searches all files; undefined if they were already searched. */
  onSearchEverywhere: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Notice icon={SearchX} title={t('search.nothing')} level="h3">
      <NoticeText>
        {t(isCaseSensitive ? 'search.nothingCaseHint' : 'search.nothingHint')}
      </NoticeText>
      {onSearchEverywhere && (
        <Button onClick={onSearchEverywhere}>{t('search.lookEverywhere')}</Button>
      )}
    </Notice>
  );
}

/** Says why a search failed, with a button to repeat it. Status 400 means that the query has too many words or characters. */
export function SearchFailure({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const status = failure instanceof ApiError ? failure.status : undefined;
  const icon = status === 0 ? CloudOff : TriangleAlert;
  return (
    <Notice
      icon={icon}
      tone={icon === TriangleAlert ? 'danger' : 'neutral'}
      title={t('search.failed')}
      level="h3"
      role="alert"
    >
      <NoticeText>{status === 400 ? t('search.refused') : failureText(t, failure)}</NoticeText>
      {status !== 400 && (
        <Button variant="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Notice>
  );
}

const WIDTHS = ['46%', '31%', '52%', '24%', '38%'];

/** Skeleton of the results, invisible for the first 200 ms. */
export function ResultsSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width="24px" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
