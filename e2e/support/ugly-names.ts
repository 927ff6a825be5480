/** Names that are difficult in URLs, headers, pages or file systems, each for another reason. */
export const UGLY = {
  folder: `A & B + #1? 100%41 'q' "z"`,
  moon: '🌙 תיקייה',
  marks: `it's 100% "sure" #1?.txt`,
  lines: 'two\nlines.txt',
  emoji: '🗂️ 👩🏽‍💻.txt',
  rightToLeft: 'שלום עולם (1).txt',
  escape: '..%2f<b>&amp;.html',
  /** 255 bytes, the maximum of most file systems. */
  longest: `${'ü'.repeat(125)}.data`,
} as const;
