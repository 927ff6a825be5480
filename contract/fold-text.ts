/**
 * Returns a form of `text` that is equal for names that people consider the same. Ignores case, accents, composition, width, ligatures
 * and invisible characters. Keeps distinct letters apart: `й` is not `и`, `が` is not `か`, and vowels of Indic scripts stay.
 * Idempotent.
 */
export function foldText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldAnyText(text);
}

function foldAnyText(text: string): string {
  // Decompose first, so that each letter precedes its marks; compose again at the end.
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

/** Folds by way of upper case, which has the long forms (`ß` is `SS`). The first step handles `ẞ`, its own upper case. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return false;
  }
  return true;
}

/** Joiners, soft hyphens, direction marks, emoji variation selectors, and the Arabic tatweel. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

const MARKED_LATIN_OR_GREEK = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

const MARKED_CYRILLIC = /(\p{Script=Cyrillic})(\p{M}+)/gu;

/** Vowel points and cantillation marks, which writers usually omit. */
const HEBREW_OR_ARABIC_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/gu;

/** Keeps Cyrillic marks that make another letter (`й`, `ї`, `ў`). Removes stress marks, and the dots of `ё`, which many write as `е`. */
function keepCyrillicLetters(_: string, letter: string, marks: string): string {
  const kept = [...marks].filter((mark) => !isOptionalOnCyrillic(letter, mark));
  return letter + kept.join('');
}

function isOptionalOnCyrillic(letter: string, mark: string): boolean {
  if (mark === '\u0300') return true;
  // A stress mark, except on the Macedonian letters ѓ and ќ.
  if (mark === '\u0301') return !'гГкК'.includes(letter);
  return mark === '\u0308' && 'еЕ'.includes(letter);
}

/** Equivalents that Unicode decomposition lacks: letters with a stroke, ligatures, typographic signs, Arabic variants. */
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
