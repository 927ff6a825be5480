/**
 * The first JSON value in a text, when it is an object or a list; else the whole text. Clients of the
 * predecessor may send something behind it, which nobody has ever looked at.
 */
export function firstJsonValue(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return token.startsWith('"') ? text : text.slice(0, index + 1);
  }
  return text;
}

/**
 * Brackets, and strings, so that brackets inside them are passed over. A string that never ends is one as
 * well: failing on it, the search would begin anew at every quote in it and stand still for minutes.
 */
const TOKEN = /[[\]{}]|"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;
