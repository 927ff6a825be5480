import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import type { Share, ShareColumn } from '#contract/shares.ts';
import { collatorFor } from '../../i18n/format.ts';

export type ShareSorting = Order<ShareColumn>;

/** Permanent ones first, then by their end. */
export const FIRST_SORTING: ShareSorting = { by: 'expire', isRising: true };

/** What a click on a column asks for: its rising order first, then the other way round. */
export function nextSorting({ by, isRising }: ShareSorting, column: ShareColumn): ShareSorting {
  return { by: column, isRising: by === column ? !isRising : true };
}

/** Those with the text somewhere in their path or in their owner's name, as a person compares. */
export function matchingShares(shares: readonly Share[], text: string): readonly Share[] {
  const wanted = foldText(text.trim());
  if (wanted === '') return shares;
  return shares.filter(
    ({ path, username = '' }) =>
      foldText(path).includes(wanted) || foldText(username).includes(wanted),
  );
}

/** `locale`: names stand in the order of this language. */
export function sortedShares(
  shares: readonly Share[],
  { by, isRising }: ShareSorting,
  locale: string,
): Share[] {
  const direction = isRising ? 1 : -1;
  const { compare: compareNames } = collatorFor(locale);
  const byPath: Comparison = (a, b) => compareNames(a.path, b.path);
  const compare: Readonly<Record<ShareColumn, Comparison>> = {
    path: byPath,
    owner: (a, b) => compareNames(a.username ?? '', b.username ?? ''),
    // 0 is no end at all, and stands first.
    expire: (a, b) => a.expire - b.expire,
    used: (a, b) => a.opened + a.downloaded - (b.opened + b.downloaded),
  };
  return shares.toSorted((a, b) => direction * compare[by](a, b) || byPath(a, b) || byHash(a, b));
}

type Comparison = (a: Share, b: Share) => number;

const byHash: Comparison = (a, b) => (a.hash < b.hash ? -1 : 1);
