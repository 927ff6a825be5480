import type { AuditedOperation, AuditQuery } from '#contract/audit.ts';

/** Values of the filter fields. */
export interface AuditFilter {
  readonly user: string;
  readonly what: AuditedOperation | '';
  /** First day in ISO format; '' for no limit. */
  readonly since: string;
  /** Last day in ISO format; '' for no limit. */
  readonly until: string;
  readonly failedOnly: boolean;
}

export const NO_FILTER: AuditFilter = {
  user: '',
  what: '',
  since: '',
  until: '',
  failedOnly: false,
};

/** Returns the number of filters that are set. */
export function countFilters({ user, what, since, until, failedOnly }: AuditFilter): number {
  return [user !== '', what !== '', since !== '', until !== '', failedOnly].filter(Boolean).length;
}

export function queryOfFilter({ user, what, since, until, failedOnly }: AuditFilter): AuditQuery {
  const start = startOfDay(since, 0);
  // The last day is included.
  const end = startOfDay(until, 1);
  return {
    ...(user !== '' && { user }),
    ...(what !== '' && { what }),
    ...(start !== undefined && { since: `${start}` }),
    ...(end !== undefined && { until: `${end}` }),
    ...(failedOnly && { failed: 'true' }),
  };
}

/** Returns the start of the day that many days later in local time; undefined for an invalid or unsupported date. */
function startOfDay(day: string, daysLater: number): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime();
  return start > 0 ? start : undefined;
}
