import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, languageFor } from '#contract/languages.ts';
import { expect, test } from 'vitest';
import { firstSupported, localeFor } from './languages.ts';

test('every language has a file, and every file a language', () => {
  const files = readdirSync(join(import.meta.dirname, 'languages'))
    .filter((name) => /^[a-z-]+\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length));
  expect(files.toSorted()).toEqual([...LANGUAGES]);
});

test('every language of File Browser 2 is supported', () => {
  const chosen =
    'he hu ar ca de el en es fr is it ja ko nl-be pl pt-br pt ro ru sk sv-se tr uk vi zh-cn zh-tw';
  expect(LANGUAGES).toEqual(expect.arrayContaining(chosen.split(' ')));
});

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt-pt', 'pt'],
  ['pt_BR', 'pt-br'],
  ['pt-AO', 'pt'],
  ['nl-BE', 'nl-be'],
  ['NL', 'nl'],
  ['zh_TW', 'zh-tw'],
  ['zh-Hant-HK', 'zh-tw'],
  ['zh-Hans-SG', 'zh-cn'],
  ['zh', 'zh-cn'],
  ['sv', 'sv-se'],
  ['nb-NO', 'no'],
  ['iw', 'he'],
])('%s is answered in %s', (tag, language) => {
  expect(languageFor(tag)).toBe(language);
});

test.each(['', 'da', 'xx-pt', 'not a tag!', 'constructor', '__proto__'])(
  'nothing is spoken like %j',
  (tag) => {
    expect(languageFor(tag)).toBeUndefined();
  },
);

test('the first supported language of the browser is used, otherwise English', () => {
  expect(firstSupported(['da-DK', 'fr-CH', 'de'])).toBe('fr');
  expect(firstSupported(['da'])).toBe('en');
});

test('dates use the browser’s regional variant', () => {
  expect(localeFor('en', ['de-CH', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeFor('fr', ['en-GB'])).toBe('fr');
});
