import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, languageFor } from '#contract/languages.ts';
import { expect, test } from 'vitest';
import { firstSpoken, localeFor } from './languages.ts';

test('every language of the page has its file, and every file its language', () => {
  const files = readdirSync(join(import.meta.dirname, 'languages'))
    .filter((name) => /^[a-z-]+\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length));
  expect(files.toSorted()).toEqual([...LANGUAGES]);
});

test('no language that users of the predecessor may have chosen is missing', () => {
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

test.each(['', 'da', 'xx-pt', 'not a tag!'])('nothing is spoken like %j', (tag) => {
  expect(languageFor(tag)).toBeUndefined();
});

test('a browser gets the first of its languages that is spoken, else English', () => {
  expect(firstSpoken(['da-DK', 'fr-CH', 'de'])).toBe('fr');
  expect(firstSpoken(['da'])).toBe('en');
});

test('dates are written as in the part of the world that the browser names', () => {
  expect(localeFor('en', ['de-CH', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeFor('fr', ['en-GB'])).toBe('fr');
});
