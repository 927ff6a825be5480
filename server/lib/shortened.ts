const ELLIPSIS = '…';

/** Returns `text` with at most `length` UTF-16 units. A longer one keeps its beginning and its end, with an ellipsis in between. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = length - ELLIPSIS.length;
  const begin = Math.ceil(kept / 3);
  const shorter = `${text.slice(0, begin)}${ELLIPSIS}${text.slice(text.length - (kept - begin))}`;
  // A pair of surrogates may have been cut in two.
  return shorter.toWellFormed();
}
