import { isRightToLeft } from './direction.ts';

const LEFT_TO_RIGHT = '\u2066';
const FIRST_STRONG = '\u2068';
const POP = '\u2069';

/** What is read from right to left, and the marks that turn the direction of text. */
const TURNING =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Nothing but isolated texts and what separates them, which runs the way of the sentence. */
const ISOLATED = /^(?:\u2068[^\u2066-\u2069]*\u2069[\s,،、·…]*)+$/;

/**
 * Keeps a name, or a size, from turning the sentence around it, and the sentence from turning the name. Text that could
 * do neither stays as it is. `t()` does this to every value; by hand it is for text that is put together without it.
 */
export function isolate(text: string): string {
  if (!isRightToLeft() && !TURNING.test(text)) return text;
  return ISOLATED.test(text) ? text : FIRST_STRONG + closed(text) + POP;
}

/** A path reads from left to right in any language, while each name in it keeps its own direction. */
export function isolatePath(path: string): string {
  if (!TURNING.test(path)) return path;
  return LEFT_TO_RIGHT + path.replaceAll(/[^/]+/g, isolate) + POP;
}

/** What a text opens it closes, and no more: a name could else let itself out. */
function closed(text: string): string {
  let open = 0;
  const kept = text.replaceAll(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== POP) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return kept + POP.repeat(open);
}
