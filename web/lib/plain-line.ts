/**
 * Words to a terminal that are no text: colours and the like, titles and links, alphabets; each perhaps cut off by the end
 * of its line. None has the beginning of another in it: thousands of beginnings would else be searched to the end each.
 */
const CONTROL_SEQUENCES = new RegExp(
  [
    String.raw`(?:\u001B\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)`,
    String.raw`(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u0090\u0098\u009C-\u009F]*(?:\u0007|\u001B\\|\u009C|$)`,
    String.raw`\u001B[ -/]*(?:[0-~]|$)`,
  ].join('|'),
  'g',
);

/** All but the tab, and but those that `plainLine` has a use for. */
// oxlint-disable-next-line no-control-regex -- to take them out is what this is for
const OTHER_CONTROLS = /[\u0000-\u0007\u000A-\u000C\u000E-\u001F\u007F-\u009F]/g;

/** A line as a terminal leaves it on the screen: without colours, with the last of what was written over itself. */
export function plainLine(line: string): string {
  // Most lines of most programs are just text.
  if (!/\p{Cc}/u.test(line)) return line;
  const text = line.replaceAll(CONTROL_SEQUENCES, '').replaceAll(OTHER_CONTROLS, '');
  return withoutOverstrike(lastWriting(text));
}

/** A carriage return begins the line anew: how programs show that they get on. */
function lastWriting(text: string): string {
  return text.split('\r').findLast((part) => part !== '') ?? '';
}

/** Manuals print letters twice to make them bold, and over a line to underline them. */
function withoutOverstrike(text: string): string {
  if (!text.includes('\b')) return text;
  const letters: string[] = [];
  for (const letter of text) {
    if (letter === '\b') letters.pop();
    else letters.push(letter);
  }
  return letters.join('');
}
