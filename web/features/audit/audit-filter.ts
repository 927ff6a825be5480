import type { AuditedOperation, AuditQuery } from '#contract/audit.ts';

/** What is looked for, as it stands in the fields. */
export interface AuditFilter {
  readonly user: string;
  readonly what: AuditedOperation | '';
  /** A day as a field for dates writes it; '' for all of the time. */
  readonly until: string;
  readonly failedOnly: boolean;
}

export const NO_FILTER: AuditFilter = { user: '', what: '', until: '', failedOnly: false };

export function isFiltering({ user, what, until, failedOnly }: AuditFilter): boolean {
  return user !== '' || what !== '' || until !== '' || failedOnly;
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

/** When the next day begins for whoever looks; undefined for what is no day, or lies before all computers. */
function endOfDay(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const end = new Date(Number(year), Number(month) - 1, Number(date) + 1).getTime();
  return end > 0 ? end : undefined;
}
