import type { AuditPage } from '#contract/audit.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditQuery } from '../../api/administration/audit.ts';
import { memoized } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { Button } from '../../ui/button.tsx';
import { type AuditFilter, countFilters, NO_FILTER, queryOfFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { LoadFailure } from '../../ui/data-view/load-failure.tsx';
import { MoreFailure } from '../../ui/data-view/show-more.tsx';
import { StaleNotice } from '../../ui/data-view/stale-notice.tsx';
import { AuditFeed } from './audit-feed.tsx';
import { AuditSkeleton, NoEntries } from './audit-states.tsx';
import styles from './audit.module.css';

/** Delay between typing a name and the request, in milliseconds. */
const PAUSE_MS = 300;

/** Audit log, for administrators. */
export function Audit() {
  const [filter, setFilter] = useState(NO_FILTER);
  const user = useSettled(filter.user, PAUSE_MS);
  const log = useAuditLog({ ...filter, user });
  const change = (changes: Partial<AuditFilter>) => setFilter({ ...filter, ...changes });
  const { refetch, isFetching, isFetchingNextPage, data } = log;
  return (
    <div className={styles.page}>
      <AuditIntro page={data?.pages[0]} />
      <AuditFilters
        filter={filter}
        isBusy={isFetching && !isFetchingNextPage}
        onChange={change}
        onClear={() => setFilter(NO_FILTER)}
        onReload={() => void refetch()}
      />
      <Entries
        log={log}
        filter={{ ...filter, user }}
        onOnlyUser={(name) => change({ user: name })}
        onClear={() => setFilter(NO_FILTER)}
      />
    </div>
  );
}

function useAuditLog(filter: AuditFilter) {
  return useInfiniteQuery({
    ...auditQuery(queryOfFilter(filter)),
    placeholderData: keepPreviousData,
  });
}

function Entries({
  log,
  filter,
  onOnlyUser,
  onClear,
}: {
  log: ReturnType<typeof useAuditLog>;
  filter: AuditFilter;
  onOnlyUser(name: string): void;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const moreFailure = log.isFetchNextPageError ? error : null;
  const retry = () => void refetch();
  if (!data) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <AuditSkeleton />;
  }
  const entries = data.pages.flatMap((page) => page.entries);
  return (
    <>
      {error && !moreFailure && <StaleNotice failure={error} onRetry={retry} />}
      {entries.length === 0 ? (
        <NoEntries
          isFiltered={countFilters(filter) > 0}
          withName={filter.user !== ''}
          onClear={onClear}
        />
      ) : (
        <AuditFeed entries={entries} isOld={log.isPlaceholderData} onOnlyUser={onOnlyUser} />
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
      {moreFailure && <MoreFailure failure={moreFailure} />}
    </>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Explains the content and retention of the audit log. */
function AuditIntro({ page }: { page: AuditPage | undefined }) {
  const { t, locale } = useTranslation();
  return (
    <p className={styles.intro}>
      {t('audit.intro')}
      {page && ` ${t('audit.kept', { time: keptText(page.keptMs, locale) })}`}
      {page?.keepsDownloads === false && ` ${t('audit.noDownloads')}`}
    </p>
  );
}

/** Formats the retention time, in hours below one day. */
function keptText(keptMs: number, locale: string): string {
  if (keptMs >= DAY_MS) return timeFormat(locale, 'day').format(Math.floor(keptMs / DAY_MS));
  return timeFormat(locale, 'hour').format(Math.max(1, Math.round(keptMs / HOUR_MS)));
}

const timeFormat = memoized(
  (locale: string, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
);
