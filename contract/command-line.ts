/** A command line taken apart, or why it cannot be, in the words of the wire (compatibility.md 8.3). */
export type SplitLine =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Takes a command line apart once, without expanding anything: blanks part words; what is between single quotes is taken as it
 * is; between double quotes, and outside of quotes, a backslash takes the next character as it is; `#` at the beginning of a word
 * makes the rest of the line a comment. Beyond ASCII, characters have to be in quotes.
 */
export function splitCommandLine(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  const characters = [...line];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (character === "'" || character === '"') {
      const quoted = readQuoted(characters, index);
      if (quoted === undefined) return unreadable('EOF found when expecting closing quote.');
      word = (word ?? '') + quoted.text;
      index = quoted.end;
    } else if (character === '\\') {
      const next = characters[index + 1];
      if (next === undefined) return unreadable('EOF found after escape character.');
      word = (word ?? '') + next;
      index += 1;
    } else if (/[ \t\r\n]/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '#' && word === undefined) {
      const end = characters.indexOf('\n', index);
      if (end === -1) break;
      index = end;
    } else if (character > '\u007F') {
      return unreadable(`Unknown rune: ${character.codePointAt(0)}`);
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return { kind: 'words', words };
}

interface Quoted {
  readonly text: string;
  /** Where the closing quote is. */
  readonly end: number;
}

function readQuoted(characters: readonly string[], start: number): Quoted | undefined {
  const quote = characters[start];
  let text = '';
  for (let index = start + 1; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (character === quote) return { text, end: index };
    if (character === '\\' && quote === '"') {
      index += 1;
      if (characters[index] === undefined) return undefined;
    }
    text += characters[index] ?? '';
  }
  return undefined;
}

function unreadable(problem: string): SplitLine {
  return { kind: 'unreadable', problem };
}
