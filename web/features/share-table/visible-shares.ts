import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import type { Share, ShareColumn } from '#contract/shares.ts';
import { collatorFor } from '../../i18n/format.ts';

export type ShareSorting = Order<ShareColumn>;

/** By expiry time, permanent shares last. */
export const FIRST_SORTING: ShareSorting = { by: 'expire', isAscending: true };

/** Returns the shares whose path or owner contains the text, ignoring case and accents. */
export function matchingShares(shares: readonly Share[], text: string): readonly Share[] {
  const wanted = foldText(text.trim());
  if (wanted === '') return shares;
  return shares.filter(
    ({ path, username = '' }) =>
      foldText(path).includes(wanted) || foldText(username).includes(wanted),
  );
}

/** Sorts names by the rules of `locale`. */
export function sortedShares(
  shares: readonly Share[],
  { by, isAscending }: ShareSorting,
  locale: string,
): Share[] {
  const direction = isAscending ? 1 : -1;
  const { compare: compareNames } = collatorFor(locale);
  const byPath: Comparison = (a, b) => compareNames(a.path, b.path);
  const compare: Readonly<Record<ShareColumn, Comparison>> = {
    path: byPath,
    owner: (a, b) => compareNames(a.username ?? '', b.username ?? ''),
    expire: (a, b) => endOf(a) - endOf(b),
    used: (a, b) => a.opened + a.downloaded - (b.opened + b.downloaded),
  };
  return shares.toSorted((a, b) => direction * compare[by](a, b) || byPath(a, b) || byHash(a, b));
}

/** Returns the expiry time. Permanent shares, which have 0, end after all others. */
function endOf({ expire }: Share): number {
  return expire === 0 ? Number.MAX_VALUE : expire;
}

type Comparison = (a: Share, b: Share) => number;

const byHash: Comparison = (a, b) => (a.hash < b.hash ? -1 : 1);
