const ELLIPSIS = '…';

/** Returns `text` with at most `length` UTF-16 units. A longer one keeps its beginning and its end, with an ellipsis in between. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const begin = lengthOfBeginning(length);
  const end = length - ELLIPSIS.length - begin;
  const shorter = `${text.slice(0, begin)}${ELLIPSIS}${text.slice(text.length - end)}`;
  // A pair of surrogates may have been cut in two.
  return shorter.toWellFormed();
}

/**
 * Returns how every longer text that begins with `text` begins when it is `shortened`, up to the ellipsis. Returns undefined if `text` itself
 * stays whole at the beginning.
 */
export function beginningOfShortened(text: string, length: number): string | undefined {
  const begin = lengthOfBeginning(length);
  if (text.length <= begin) return undefined;
  return `${text.slice(0, begin)}${ELLIPSIS}`.toWellFormed();
}

function lengthOfBeginning(length: number): number {
  return Math.ceil((length - ELLIPSIS.length) / 3);
}
