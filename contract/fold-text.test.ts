import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { foldText } from './fold-text.ts';

describe('names that a person calls the same', () => {
  it.each([
    ['Invoice.PDF', 'invoice.pdf'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Café', 'Cafe\u0301'],
    ['Ångström', 'angstrom'],
    ['Việt Nam', 'viet nam'],
    ['Łódź', 'lodz'],
    ['smørrebrød', 'smorrebrod'],
    ['Œuvre', 'oeuvre'],
    ['İstanbul', 'istanbul'],
    ['IŞIK', 'ışık'],
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς'],
    ['Ёлка', 'елка'],
    ['за\u0301мок', 'замок'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['مـــرحبا', 'مرحبا'],
    ['شَرِكة', 'شركة'],
    ['کتابی', 'كتابي'],
    ['می\u200cخواهم', 'میخواهم'],
    ['שָׁלוֹם', 'שלום'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['か\u3099', 'が'],
    ['ﬁnal oﬃce', 'final office'],
    ['한글', '한글'.normalize('NFD')],
    ['O’Brien – “notes”', 'o\'brien - "notes"'],
    ['a\u00a0b', 'a b'],
    ['❤️', '❤'],
    ['sil\u00adben', 'silben'],
  ])('%s and %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });
});

describe('letters of their own stay apart', () => {
  it.each([
    ['й', 'и'],
    ['ї', 'і'],
    ['ў', 'у'],
    ['ќ', 'к'],
    ['が', 'か'],
    ['ば', 'ぱ'],
    ['हिन्दी', 'हनद'],
    ['ที่', 'ท'],
    ['한', '하'],
    ['漢', '汉'],
    ['ア', 'あ'],
  ])('%s and %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });
});

/** Names of any characters, including unpaired surrogates. */
const anyName = fc.string({ unit: 'binary' });

test('folding once is enough', () => {
  fc.assert(fc.property(anyName, (name) => foldText(foldText(name)) === foldText(name)));
});

test('it makes no difference whether letters are composed', () => {
  fc.assert(
    fc.property(anyName, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (name, form) => {
      expect(foldText(name.normalize(form))).toBe(foldText(name));
    }),
  );
});

test('nothing is left of the case in scripts that have it', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'a À ß ı İ ſ ø Ł Д ё Й Σ ς Ά Ա ჯ ꭰ'.split(' ')),
  });
  fc.assert(
    fc.property(letters, (name) => {
      expect(foldText(name.toUpperCase())).toBe(foldText(name));
      expect(foldText(name.toLowerCase())).toBe(foldText(name));
    }),
  );
});
