import { expect, test } from 'vitest';
import { foldName } from './fold-name.ts';

test.each([
  ['Adm', 'adm'],
  ['ａｄｍ', 'adm'],
  ['STRASSE', 'straße'],
  ['ﬁn', 'fin'],
  ['Zoe\u0308', 'ZOË'],
  ['ΣΟΦΟΣ', 'σοφος'],
])('%s and %s are one name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test.each([
  ['zoe', 'zoë'],
  ['ann', 'anna'],
  ['a b', 'ab'],
])('%s and %s are two names', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});

test('folding twice changes nothing more', () => {
  for (let code = 0x20; code < 0x1_10_00; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const once = foldName(String.fromCodePoint(code));
    expect(foldName(once)).toBe(once);
  }
});
