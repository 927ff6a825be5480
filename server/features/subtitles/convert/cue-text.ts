const LINE_BREAK = /<br\b[^<>]*>/gi;
/** `{\an8}` and the like: where and how the words are drawn. */
const OVERRIDE = /\{\\[^{}]*\}/g;
/** Everything that WebVTT or an old player takes for markup. */
const MARK = /<(\/?)([a-z]+)(?:[\s.][^<>]*)?>|&(?:amp|lt|gt|nbsp|lrm|rlm);|[<>&]/gi;

/** Nobody reads more at once; what is longer is something else. */
export const MOST_LETTERS = 10_000;

const KEPT_TAGS: ReadonlySet<string> = new Set(['i', 'b', 'u']);
/** Colour and size are the player's. */
const DROPPED_TAGS: ReadonlySet<string> = new Set(['font', 's', 'span', 'c', 'v', 'p', 'div']);

/**
 * Words as WebVTT shows them: italic, bold and underlined stay, other markup goes, and what only looks like markup is
 * escaped. Empty when nothing is left to read.
 */
export function cueText(source: string): string {
  const text = source
    .slice(0, MOST_LETTERS)
    .replace(LINE_BREAK, '\n')
    .replace(OVERRIDE, '')
    .replace(MARK, (mark: string, slash: string | undefined, name: string | undefined) =>
      name === undefined ? escaped(mark) : tagOf(mark, slash ?? '', name.toLowerCase()),
    )
    .split('\n')
    .map((line) => line.trim())
    // An empty line would end the cue.
    .filter((line) => line !== '')
    .join('\n');
  return text.replace(/<\/?[ibu]>/g, '').trim() === '' ? '' : text;
}

function tagOf(mark: string, slash: string, name: string): string {
  if (KEPT_TAGS.has(name)) return `<${slash}${name}>`;
  return DROPPED_TAGS.has(name) ? '' : mark.replace(/[<>&]/g, escaped);
}

function escaped(mark: string): string {
  switch (mark) {
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '&':
      return '&amp;';
    default:
      return mark.toLowerCase();
  }
}
