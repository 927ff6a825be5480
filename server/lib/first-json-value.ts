/**
 * Returns the first JSON value of a text if it is an object or array, else the whole text. Clients of File Browser 2 may send
 * trailing text, which it ignored. Reads every character once, so that hostile input cannot make it slow.
 */
export function firstJsonValue(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      if (depth === 0) return text;
      at = endOfString(text, at);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
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

/** Returns the index of the quote that ends the string at `start`. Brackets inside a string do not count. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
