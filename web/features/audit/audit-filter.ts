import type { AuditedOperation, AuditQuery } from '#contract/audit.ts';

/** Values of the filter fields. */
export interface AuditFilter {
  readonly user: string;
  readonly what: AuditedOperation | '';
  /** Date in ISO format; '' for no limit. */
  readonly until: string;
  readonly failedOnly: boolean;
}

export const NO_FILTER: AuditFilter = { user: '', what: '', until: '', failedOnly: false };

/** Returns the number of filters that are set. */
export function countFilters({ user, what, until, failedOnly }: AuditFilter): number {
  return [user !== '', what !== '', until !== '', failedOnly].filter(Boolean).length;
}

export function queryOfFilter({ user, what, until, failedOnly }: AuditFilter): AuditQuery {
  const end = endOfDay(until);
  return {
    ...(user !== '' && { user }),
    ...(what !== '' && { what }),
    ...(end !== undefined && { until: `${end}` }),
    ...(failedOnly && { failed: 'true' }),
  };
}

/** Returns the start of the following day in local time; undefined for an invalid or unsupported date. */
function endOfDay(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const end = new Date(Number(year), Number(month) - 1, Number(date) + 1).getTime();
  return end > 0 ? end : undefined;
}
