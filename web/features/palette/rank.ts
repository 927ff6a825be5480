import { foldText } from '#contract/fold-text.ts';

/** Qualities of a match of a label and a query, from the worst to the best. */
const QUALITIES = ['inside', 'word-start', 'prefix', 'exact'] as const;
export type Quality = (typeof QUALITIES)[number];

/** Something that can be found by its label. */
export interface Rankable {
  readonly label: string;
  /** Position among what was used lately, 0 for the latest; undefined if it was not used. */
  readonly recency?: number | undefined;
}

export interface Ranked<Item> {
  readonly item: Item;
  /** Index of the quality in `QUALITIES`: the higher, the better. */
  readonly quality: number;
}

/**
 * Returns the items whose label contains all terms, best first: whole label, beginning of the label, beginning of
 * words, anywhere. Recently used items come before others of the same quality, then the order of `items` decides.
 */
export function rank<Item extends Rankable>(
  items: readonly Item[],
  terms: readonly string[],
): Ranked<Item>[] {
  const folded = terms.map(foldText);
  return items
    .flatMap((item) => {
      const quality = qualityOf(item.label, folded);
      return quality === undefined ? [] : [{ item, quality: QUALITIES.indexOf(quality) }];
    })
    .toSorted((a, b) => b.quality - a.quality || recencyOf(a.item) - recencyOf(b.item));
}

/** Returns the quality of the match of a label and folded terms; undefined if a term is missing. */
export function qualityOf(label: string, foldedTerms: readonly string[]): Quality | undefined {
  const text = foldText(label);
  if (!foldedTerms.every((term) => text.includes(term))) return undefined;
  const whole = foldedTerms.join(' ');
  if (text === whole) return 'exact';
  if (text.startsWith(whole)) return 'prefix';
  return foldedTerms.every((term) => startsWord(text, term)) ? 'word-start' : 'inside';
}

function startsWord(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

function recencyOf({ recency = Number.MAX_SAFE_INTEGER }: Rankable): number {
  return recency;
}
