/** Returns the number of terminal columns of a text: two for wide East Asian characters and emoji, none for combining marks. */
export function displayWidth(text: string): number {
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
