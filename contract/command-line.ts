/**
 * Words of a command line, or the reason it cannot be parsed. The texts of `problem` are those of File Browser 2, whose clients know them
 * (compatibility.md 8.3).
 */
export type SplitLine =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Splits a command line into words without expanding variables. Blanks separate words. Single quotes keep their content literally.
 * Outside of quotes, a backslash escapes the next character; between double quotes, only those in `ESCAPED_IN_QUOTES`. A backslash before a
 * line break continues the line: both are left out, except between single quotes. `#` at the start of a word begins a comment. Characters beyond ASCII must be quoted or escaped.
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
      const lineBreak = lineBreakAt(characters, index + 1);
      if (lineBreak > 0) {
        index += lineBreak;
        continue;
      }
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
  /** Index of the closing quote. */
  readonly end: number;
}

/** Characters that a backslash escapes between double quotes, as in a POSIX shell. Before any other character, the backslash is literal. */
const ESCAPED_IN_QUOTES: ReadonlySet<string> = new Set(['$', '`', '"', '\\']);

/** Returns the number of characters of the line break at a position: 0 if there is none. */
function lineBreakAt(characters: readonly string[], index: number): number {
  if (characters[index] === '\n') return 1;
  return characters[index] === '\r' && characters[index + 1] === '\n' ? 2 : 0;
}

function readQuoted(characters: readonly string[], start: number): Quoted | undefined {
  const quote = characters[start];
  let text = '';
  for (let index = start + 1; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (character === quote) return { text, end: index };
    const isEscape = character === '\\' && quote === '"';
    const lineBreak = isEscape ? lineBreakAt(characters, index + 1) : 0;
    if (lineBreak > 0) {
      index += lineBreak;
      continue;
    }
    if (isEscape && ESCAPED_IN_QUOTES.has(characters[index + 1] ?? '')) index += 1;
    text += characters[index] ?? '';
  }
  return undefined;
}

function unreadable(problem: string): SplitLine {
  return { kind: 'unreadable', problem };
}
