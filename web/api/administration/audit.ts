import { type AuditPage, type AuditQuery, auditUrl } from '#contract/audit.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callJson } from '../http.ts';

/** Pages of the audit log, newest first. */
export const auditQuery = (wanted: Omit<AuditQuery, 'before' | 'limit'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', wanted],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? {} : { before: `${pageParam}` };
      return callJson<AuditPage>('GET', auditUrl({ ...wanted, ...before }), { signal });
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    // New entries may have been added since the last request.
    staleTime: 0,
  });

/** Returns the parameter of the first page, typed like those of the following pages. */
function firstPage(): number | undefined {
  return undefined;
}
