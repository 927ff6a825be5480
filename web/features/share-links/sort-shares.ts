import type { Share } from '#contract/shares.ts';

/** Those that never end first, then by when they end, the next to end first. */
export function sortShares(shares: readonly Share[]): Share[] {
  return shares.toSorted((a, b) => a.expire - b.expire || a.created.localeCompare(b.created));
}

/** The same, but what has just been made is where it is seen at once. */
export function withNewestFirst(shares: readonly Share[], made: string | undefined): Share[] {
  const sorted = sortShares(shares);
  return [
    ...sorted.filter(({ hash }) => hash === made),
    ...sorted.filter(({ hash }) => hash !== made),
  ];
}
