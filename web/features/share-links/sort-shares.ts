import type { Share } from '#contract/shares.ts';

/** Sorts permanent shares first, then by expiry time. */
export function sortShares(shares: readonly Share[]): Share[] {
  return shares.toSorted((a, b) => a.expire - b.expire || a.created.localeCompare(b.created));
}

/** Sorts in the same way, with a new share at the top. */
export function withNewestFirst(shares: readonly Share[], made: string | undefined): Share[] {
  const sorted = sortShares(shares);
  return [
    ...sorted.filter(({ hash }) => hash === made),
    ...sorted.filter(({ hash }) => hash !== made),
  ];
}
