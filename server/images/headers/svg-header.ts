/** Constructs that may precede the first element, and their ends. */
const PROLOGUE: readonly (readonly [string, string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
];
const DOCTYPE = '<!DOCTYPE';

/** Returns true if the first element of a text is that of an SVG. Examines each character once. */
export function beginsWithSvg(text: string): boolean {
  // A byte order mark of UTF-8, read as one byte per character.
  let at = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const end = endOfProlog(text, at);
    if (end === undefined) return /^<(?:svg:)?svg[\s>/]/.test(text.slice(at, at + 10));
    if (end < 0) return false;
    at = end;
  }
}

/** Returns the end of a construct that begins at `at`: undefined if there is none, -1 if it does not end. */
function endOfProlog(text: string, at: number): number | undefined {
  if (text.startsWith(DOCTYPE, at)) return endOfDoctype(text, at);
  const part = PROLOGUE.find(([beginning]) => text.startsWith(beginning, at));
  if (part === undefined) return undefined;
  const [beginning, ending] = part;
  const found = text.indexOf(ending, at + beginning.length);
  return found < 0 ? -1 : found + ending.length;
}

/** Entities are in brackets, and contain '>' themselves. */
function endOfDoctype(text: string, at: number): number {
  const bracket = text.indexOf('[', at);
  const close = text.indexOf('>', at);
  if (close < 0) return -1;
  if (bracket < 0 || bracket > close) return close + 1;
  const inner = text.indexOf(']', bracket);
  const end = inner < 0 ? -1 : text.indexOf('>', inner);
  return end < 0 ? -1 : end + 1;
}
