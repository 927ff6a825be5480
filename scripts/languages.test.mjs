import { expect, test } from 'vitest';
import { complaintsAbout, complaintsAboutEnglish, keysFor, sentencesOf } from './languages.mjs';

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

test('a sentence has the placeholders of the English one', () => {
  const wrong = { ...GERMAN.listing, used: '{{usd}} von {{total}}' };
  expect(complain({ ...GERMAN, listing: wrong })[0]).toMatch(/listing\.used: its {{placeholders}}/);
});

test('only a form for one number may omit it', () => {
  const count = (forms) => ({ ...GERMAN, listing: { ...forms, used: GERMAN.listing.used } });
  const one = { count_one: 'Eine Datei', count_other: 'Dateien' };
  expect(complain(count(one))).toEqual([
    'de: listing.count_other: its {{placeholders}} differ from those of “{{count}} files”',
  ]);
  const slovenian = { count_one: 'Datoteka', count_two: 'Obe', count_few: '{{count}} datoteke' };
  const other = { count_other: '{{count}} datotek' };
  // Both are also for 101 and 102.
  expect(complain(count({ ...slovenian, ...other }), { language: 'sl' })).toEqual([
    'sl: listing.count_one: its {{placeholders}} differ from those of “{{count}} file”',
    'sl: listing.count_two: its {{placeholders}} differ from those of “{{count}} files”',
  ]);
  const hebrew = { count_one: 'קובץ', count_two: 'שני קבצים', count_other: '{{count}} קבצים' };
  expect(complain(count(hebrew), { language: 'he' })).toEqual([]);
});

test('English has no empty, unsorted or incomplete sentences', () => {
  const words = { shell: { b: 'B', sub: { d: 'D', c: ' ' }, t_one: 'T' }, common: { ok: 'OK' } };
  expect(complaintsAboutEnglish(words)).toEqual([
    'en: shell.sub.c: empty',
    'en: shell.t_one: has no form “_other”',
    'en: shell.sub.c: not in alphabetical order',
  ]);
  expect(complaintsAboutEnglish({ shell: { a: 'A' }, common: { b: 'B' } })).toEqual([]);
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
