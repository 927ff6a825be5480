import { isRightToLeft } from './direction.ts';

const LEFT_TO_RIGHT = '\u2066';
const FIRST_STRONG = '\u2068';
const POP = '\u2069';

/** Matches right-to-left characters and direction marks. */
const TURNING =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Matches text that consists of isolated parts and separators only. */
const ISOLATED = /^(?:\u2068[^\u2066-\u2069]*\u2069[\s,،、·…]*)+$/;

/**
 * Isolates the direction of a text from the sentence around it. Text that needs no isolation stays unchanged. `t()`
 * does this for all values; call it for texts that are combined without `t()`.
 */
export function isolate(text: string): string {
  if (!isRightToLeft() && !TURNING.test(text)) return text;
  return ISOLATED.test(text) ? text : FIRST_STRONG + closed(text) + POP;
}

/** Renders a path from left to right in any language, while each name keeps its own direction. */
export function isolatePath(path: string): string {
  if (!TURNING.test(path)) return path;
  return LEFT_TO_RIGHT + path.replaceAll(/[^/]+/g, isolate) + POP;
}

/** Balances direction marks, so that a name cannot end its own isolation. */
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
