import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditQuery } from '../../api/administration/audit.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { Button } from '../../ui/button.tsx';
import { type AuditFilter, isFiltering, NO_FILTER, queryOfFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditIntro } from './audit-intro.tsx';
import { AuditFailure, AuditSkeleton, NoEntries, StaleEntries } from './audit-states.tsx';
import { AuditTable } from './audit-table.tsx';
import styles from './audit.module.css';

/** Delay between typing a name and the request. */
const PAUSE_MS = 300;

/** Audit log, for administrators. */
export function Audit() {
  const [filter, setFilter] = useState(NO_FILTER);
  const user = useSettled(filter.user, PAUSE_MS);
  const record = useRecord({ ...filter, user });
  const change = (changes: Partial<AuditFilter>) => setFilter({ ...filter, ...changes });
  const { refetch, isFetching, isFetchingNextPage, data } = record;
  return (
    <div className={styles.page}>
      <AuditIntro page={data?.pages[0]} />
      <AuditFilters
        filter={filter}
        isBusy={isFetching && !isFetchingNextPage}
        onChange={change}
        onReload={() => void refetch()}
      />
      <Entries
        record={record}
        filter={{ ...filter, user }}
        onOnlyUser={(name) => change({ user: name })}
        onClear={() => setFilter(NO_FILTER)}
      />
    </div>
  );
}

function useRecord(filter: AuditFilter) {
  return useInfiniteQuery({
    ...auditQuery(queryOfFilter(filter)),
    placeholderData: keepPreviousData,
  });
}

function Entries({
  record,
  filter,
  onOnlyUser,
  onClear,
}: {
  record: ReturnType<typeof useRecord>;
  filter: AuditFilter;
  onOnlyUser(name: string): void;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = record;
  const retry = () => void refetch();
  if (!data) {
    return error ? <AuditFailure failure={error} onRetry={retry} /> : <AuditSkeleton />;
  }
  const entries = data.pages.flatMap((page) => page.entries);
  return (
    <>
      {error && <StaleEntries failure={error} onRetry={retry} />}
      {entries.length === 0 ? (
        <NoEntries
          isFiltered={isFiltering(filter)}
          withName={filter.user !== ''}
          onClear={onClear}
        />
      ) : (
        <AuditTable entries={entries} isOld={record.isPlaceholderData} onOnlyUser={onOnlyUser} />
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}
