/** Part of a name: text, or a symbol for an invisible character. */
export type NamePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string };

/**
 * Invisible characters: line breaks, controls, spaces, and direction marks, which could make `exe.gpj` look like a
 * picture.
 */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/gu;

const SIGN: Readonly<Record<string, string>> = {
  '\u007f': '␡',
  '\u00ad': 'SHY',
  '\u200b': 'ZWSP',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u2028': 'LS',
  '\u2029': 'PS',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
  '\ufffd': '�',
};

/** First of the characters of Unicode that picture control characters, in the same order as those. */
const CONTROL_PICTURES = 0x2400;

/** Splits a name into visible text and symbols for its invisible characters, in order. */
export function nameParts(name: string): NamePart[] {
  const parts: NamePart[] = [];
  let end = 0;
  for (const found of name.matchAll(INVISIBLE)) {
    if (found.index > end) parts.push({ kind: 'text', text: name.slice(end, found.index) });
    parts.push({ kind: 'sign', text: signOf(found[0]) });
    end = found.index + found[0].length;
  }
  if (end < name.length) parts.push({ kind: 'text', text: name.slice(end) });
  return parts;
}

/** Returns the symbol of an invisible character; its code in hexadecimal digits if it has none. */
function signOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return SIGN[character] ?? code.toString(16).toUpperCase().padStart(4, '0');
}

/** Length up to which a name is not split. */
const SHORT_ENOUGH = 24;
/** Least number of letters at the beginning of a name that is cut, if its end is longer than needed. */
const MIN_HEAD = 8;
/** Matches the extension, also a double one such as `.tar.gz`. */
const EXTENSION = '(?:\\.tar)?\\.[a-z0-9]{1,8}$';
/** Letters that have no accents of their own and are not joined to their neighbours, so that a name may be cut beside them. */
const SEPARABLE = String.raw`[ -~\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]`;
const WIDE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
/** Match the extension and what precedes it: up to six letters, or two where there is little room. Neither begins with a space. */
const TAIL = new RegExp(`(?! )(?:${SEPARABLE}{0,6}|${WIDE}{1,3})${EXTENSION}`, 'iu');
const SHORT_TAIL = new RegExp(`(?! )(?:${SEPARABLE}{0,2}|${WIDE})${EXTENSION}`, 'iu');

/**
 * Splits a long name into a part that can be truncated and the end with the extension. The end is shorter if `room`, a number of letters,
 * would leave little of the beginning.
 */
export function headAndTail(
  name: string,
  room = Number.POSITIVE_INFINITY,
): readonly [head: string, tail: string] {
  if (name.length <= SHORT_ENOUGH) return [name, ''];
  const long = TAIL.exec(name)?.[0] ?? '';
  const isTooLong = room - widthOf(long) - 1 < MIN_HEAD;
  const tail = isTooLong ? (SHORT_TAIL.exec(name)?.[0] ?? '') : long;
  return [name.slice(0, name.length - tail.length), tail];
}

/** First character as wide as two letters: those of Chinese, Japanese and Korean, and emoji. */
const FIRST_WIDE = 0x2e_80;

/**
 * Cuts out the middle of a name that is wider than `room`, so that its end stays visible where CSS can only truncate the last line. `room`
 * is a number of letters. Returns the name as head if it fits or has no extension.
 */
export function cutToFit(name: string, room: number): readonly [head: string, tail: string] {
  const [head, tail] = headAndTail(name, room);
  if (tail === '' || widthOf(name) <= room) return [name, ''];
  let left = room - widthOf(tail) - 1;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(head)) {
    left -= widthOf(segment);
    if (left < 0) break;
    end = index + segment.length;
  }
  return [`${head.slice(0, end).trimEnd()}…`, tail];
}

/** Returns the approximate width of a text in letters. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < FIRST_WIDE ? 1 : 2;
  return width;
}

/** Returns a name as plain text with symbols for invisible characters. */
export function spelled(name: string): string {
  return nameParts(name)
    .map(({ text }) => text)
    .join('');
}
