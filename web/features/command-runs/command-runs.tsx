import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { commandRunsQuery } from '../../api/administration/commands.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadFailure } from '../../ui/data-view/load-failure.tsx';
import { MoreFailure } from '../../ui/data-view/show-more.tsx';
import { StaleNotice } from '../../ui/data-view/stale-notice.tsx';
import { NoRuns, RunsSkeleton } from './runs-states.tsx';
import { RunItem } from './run-item.tsx';
import styles from './command-runs.module.css';

/** Command runs of the server, for administrators. */
export function CommandRuns() {
  const { t } = useTranslation();
  const [failedOnly, setFailedOnly] = useState(false);
  const runs = useRuns(failedOnly);
  const { refetch, isFetching, isFetchingNextPage } = runs;
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <p className={styles.intro}>{t('commands.runs.intro')}</p>
        <CheckboxField
          label={t('commands.runs.failedOnly')}
          checked={failedOnly}
          onChange={setFailedOnly}
        />
        <IconButton
          label={t('commands.runs.reload')}
          icon={RefreshCw}
          disabled={isFetching && !isFetchingNextPage}
          onClick={() => void refetch()}
        />
      </div>
      <Runs runs={runs} failedOnly={failedOnly} onShowAll={() => setFailedOnly(false)} />
    </div>
  );
}

function useRuns(failedOnly: boolean) {
  return useInfiniteQuery(commandRunsQuery(failedOnly));
}

function Runs({
  runs,
  failedOnly,
  onShowAll,
}: {
  runs: ReturnType<typeof useRuns>;
  failedOnly: boolean;
  onShowAll(): void;
}) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = runs;
  const moreFailure = runs.isFetchNextPageError ? error : null;
  const retry = () => void refetch();
  if (!data) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <RunsSkeleton />;
  }
  const all = data.pages.flatMap((page) => page.runs);
  return (
    <>
      {error && !moreFailure && <StaleNotice failure={error} onRetry={retry} />}
      {all.length === 0 && <NoRuns failedOnly={failedOnly} onShowAll={onShowAll} />}
      {all.length > 0 && (
        <ol className={styles.list} aria-label={t('commands.runs.list')}>
          {all.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('commands.runs.more')}
        </Button>
      )}
      {moreFailure && <MoreFailure failure={moreFailure} />}
    </>
  );
}
