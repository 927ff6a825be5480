/**
 * Terminal control sequences: colours, titles, links and character sets, possibly truncated at the end of the line.
 * No pattern starts inside another, which avoids quadratic time.
 */
const CONTROL_SEQUENCES = new RegExp(
  [
    String.raw`(?:\u001B\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)`,
    String.raw`(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u0090\u0098\u009C-\u009F]*(?:\u0007|\u001B\\|\u009C|$)`,
    String.raw`\u001B[ -/]*(?:[0-~]|$)`,
  ].join('|'),
  'g',
);

/** Control characters, except the tab and those that `plainLine` interprets. */
// oxlint-disable-next-line no-control-regex -- removes them on purpose
const OTHER_CONTROLS = /[\u0000-\u0007\u000A-\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Returns a line as a terminal displays it: without colours, after overwriting. */
export function plainLine(line: string): string {
  // Most lines contain no control characters.
  if (!/\p{Cc}/u.test(line)) return line;
  const text = line.replaceAll(CONTROL_SEQUENCES, '').replaceAll(OTHER_CONTROLS, '');
  return withoutOverstrike(afterLastReturn(text));
}

/** Returns the text after the last carriage return, with which progress displays overwrite the line. */
function afterLastReturn(text: string): string {
  return text.split('\r').findLast((part) => part !== '') ?? '';
}

/** Removes letters that are followed by a backspace, as in bold and underlined text of manual pages. */
function withoutOverstrike(text: string): string {
  if (!text.includes('\b')) return text;
  const letters: string[] = [];
  for (const letter of text) {
    if (letter === '\b') letters.pop();
    else letters.push(letter);
  }
  return letters.join('');
}
