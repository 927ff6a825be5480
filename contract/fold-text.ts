/**
 * What two names have in common when a person would call them the same: case, accents, composed and decomposed letters,
 * full and half width, ligatures, and signs that are not seen count for nothing. A letter of its own stays one: `й` is
 * not `и`, `が` is not `か`, and the vowels of Indic scripts stay where they are. Folding twice changes nothing more.
 */
export function foldText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldAnyText(text);
}

function foldAnyText(text: string): string {
  // Taken apart first, so that each letter stands alone before its marks; put together again at the end.
  const letters = text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(MARKED_LATIN_OR_GREEK, '$1')
    .replace(MARKED_CYRILLIC, keepCyrillicLetters)
    .replace(HEBREW_OR_ARABIC_MARKS, '');
  return foldCase(letters)
    .replace(ALIKE, (sign) => SAME_AS[sign] ?? sign)
    .normalize('NFC');
}

/**
 * Upper case has the long forms (`ß` is `SS`), lower case is what all end in. The first step is for the capital `ẞ`,
 * which is its own upper case.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return false;
  }
  return true;
}

/** Joiners, soft hyphens, marks of direction, variants of emoji, and the stroke that stretches an Arabic word. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

const MARKED_LATIN_OR_GREEK = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

const MARKED_CYRILLIC = /(\p{Script=Cyrillic})(\p{M}+)/gu;

/** Vowel points and signs for reading aloud: writers leave them out. */
const HEBREW_OR_ARABIC_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/gu;

/** In Cyrillic a mark mostly makes another letter (`й`, `ї`, `ў`); stress is none, and `ё` is written `е` by many. */
function keepCyrillicLetters(_: string, letter: string, marks: string): string {
  const kept = [...marks].filter((mark) => !isOptionalOnCyrillic(letter, mark));
  return letter + kept.join('');
}

function isOptionalOnCyrillic(letter: string, mark: string): boolean {
  if (mark === '\u0300') return true;
  // Stress, but not on the Macedonian ѓ and ќ.
  if (mark === '\u0301') return !'гГкК'.includes(letter);
  return mark === '\u0308' && 'еЕ'.includes(letter);
}

/** What no decomposition knows of: letters with a stroke, two in one, signs that keyboards lack, twins of Arabic. */
const SAME_AS: Readonly<Record<string, string>> = {
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};

const ALIKE = new RegExp(`[${Object.keys(SAME_AS).join('')}]`, 'gu');
