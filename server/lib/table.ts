/** Formats rows as aligned columns for a terminal, with two spaces between them. Escapes control characters. */
export function table(rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of plain) {
    row.forEach(
      (cell, index) => (widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell))),
    );
  }
  const lines = plain.map((row) => row.map((cell, index) => padded(cell, widths[index] ?? 0)));
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));
}

/** Escapes control characters and characters that change the direction of text. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
}

/** Returns the number of terminal columns of a text: two for wide East Asian characters and emoji, none for combining marks. */
function displayWidth(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    columns += WIDE.test(segment) ? 2 : 1;
  }
  return columns;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that are two columns wide (Unicode annex 11, W and F), and emoji. */
const WIDE =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
