const LINE_BREAK = /<br\b[^<>]*>/gi;
/** Overrides such as `{\an8}`, which define position and style. */
const OVERRIDE = /\{\\[^{}]*\}/g;
/** Everything that WebVTT or an old player interprets as markup. */
const MARK = /<(\/?)([a-z]+)(?:[\s.][^<>]*)?>|&(?:amp|lt|gt|nbsp|lrm|rlm);|[<>&]/gi;

/** Maximum length of a cue. Longer texts are no subtitles. */
export const MAX_LETTERS = 10_000;

const KEPT_TAGS: ReadonlySet<string> = new Set(['i', 'b', 'u']);
/** Colours and sizes are up to the player. */
const DROPPED_TAGS: ReadonlySet<string> = new Set(['font', 's', 'span', 'c', 'v', 'p', 'div']);

/**
 * Converts text to WebVTT: keeps italic, bold and underlined, removes other markup, and escapes characters that look
 * like markup. Returns '' if no text is left.
 */
export function cueText(source: string): string {
  const text = source
    .slice(0, MAX_LETTERS)
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
