import { expect, test } from 'vitest';
import { complaintsAbout, keysFor, sentencesOf } from './languages.mjs';

const ENGLISH = sentencesOf({
  common: { ok: 'OK', cancel: 'Cancel' },
  listing: {
    count_one: '{{count}} file',
    count_other: '{{count}} files',
    used: '{{used}} of {{total}}',
  },
});

const GERMAN = {
  common: { ok: 'OK', cancel: 'Abbrechen' },
  listing: {
    count_one: 'Eine Datei',
    count_other: '{{count}} Dateien',
    used: '{{used}} von {{total}}',
  },
};

function complain(words, { language = 'de', base } = {}) {
  return complaintsAbout({
    language,
    words: sentencesOf(words),
    english: ENGLISH,
    base: base && sentencesOf(base),
    equal: ['OK'],
  });
}

test('a whole language is right', () => {
  expect(complain(GERMAN)).toEqual([]);
});

test('a language has its own plural forms', () => {
  expect(keysFor('ja', ENGLISH).filter((key) => key.includes('count'))).toEqual([
    'listing.count_other',
  ]);
  expect(complain(GERMAN, { language: 'pl' })).toEqual([
    'pl: listing.count_few: missing',
    'pl: listing.count_many: missing',
  ]);
});

test('what is missing, empty or not known is told', () => {
  const { cancel: _cancel, ...common } = GERMAN.common;
  expect(complain({ ...GERMAN, common })).toEqual(['de: common.cancel: missing']);
  expect(complain({ ...GERMAN, common: { ok: 'OK', cancel: ' ' } })).toContain(
    'de: common.cancel: empty',
  );
  const more = { ...GERMAN.common, maybe: 'Vielleicht' };
  expect(complain({ ...GERMAN, common: more })[0]).toMatch(
    /common\.maybe: English has no sentence with this key/,
  );
});

test('English is refused, save where it is right', () => {
  expect(complain({ ...GERMAN, common: { ok: 'OK', cancel: 'Cancel' } })).toEqual([
    'de: common.cancel: still English: “Cancel”',
  ]);
});

test('a sentence has the values of the English one; only a form for one may say its number', () => {
  const wrong = { ...GERMAN.listing, used: '{{usd}} von {{total}}' };
  expect(complain({ ...GERMAN, listing: wrong })[0]).toMatch(/listing\.used: its {{values}}/);
});

test('a variant takes what it does not say from its base', () => {
  expect(
    complain({ common: { cancel: 'Annuleren' } }, { language: 'nl-be', base: GERMAN }),
  ).toEqual([]);
});

test('the order is that of English', () => {
  const { ok, cancel } = GERMAN.common;
  expect(complain({ ...GERMAN, common: { cancel, ok } })).toEqual([
    'de: common.ok: not in the order of the English file',
  ]);
});
