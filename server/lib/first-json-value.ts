/**
 * The first JSON value in a text, when it is an object or a list; else the whole text. Clients of the
 * predecessor may send something behind it, which nobody has ever looked at. Every character is looked at
 * once: the text may come from anybody and be made to be slow.
 */
export function firstJsonValue(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) {
      if (depth === 0) return text;
      at = endOfString(text, at);
    } else if (mark === OPEN_BRACE || mark === OPEN_BRACKET) {
      depth += 1;
    } else if (mark === CLOSE_BRACE || mark === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return text.slice(0, at + 1);
    }
  }
  return text;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Where the quote stands that ends the string begun at `start`: brackets in a string do not count. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === BACKSLASH) at += 1;
    else if (mark === QUOTE) return at;
  }
  return text.length;
}
