import { type AuditPage, type AuditQuery, auditUrl } from '#contract/audit.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callJson } from '../http.ts';

/** Who has done what, the latest first, page by page. */
export const auditQuery = (wanted: Omit<AuditQuery, 'before' | 'limit'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', wanted],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? {} : { before: `${pageParam}` };
      return callJson<AuditPage>('GET', auditUrl({ ...wanted, ...before }), { signal });
    },
    initialPageParam: noEntry(),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    // Something may have been done since they were looked at.
    staleTime: 0,
  });

/** The first page begins with the latest one. */
function noEntry(): number | undefined {
  return undefined;
}
