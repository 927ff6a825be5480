// Holds the language files to the English one: every sentence is there, says the same values, in every plural form its language has.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageSources, unsaidIn } from './lib/unsaid-sentences.mjs';

const ENGLISH = 'en';

/** Where the language files are, from the root of the sources. */
export const FOLDER = 'web/i18n/languages';

/** Languages that only say what they say differently; the rest they take from another. */
export const VARIANTS = { 'nl-be': 'nl' };

const PLURAL_FORM = /_(?:zero|one|two|few|many|other)$/;

/** 'common.ok' → 'OK' for every sentence of a language file, however deep it lies. */
export function sentencesOf(words, above = '') {
  return new Map(
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[above + name, value]]
        : [...sentencesOf(value, `${above}${name}.`)],
    ),
  );
}

/** The keys a language needs for those of English: as many plural forms as it has itself, and in their order. */
export function keysFor(language, english) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) =>
    pluralCategories.includes(form),
  );
  const keys = [...english.keys()].flatMap((key) => {
    const stem = key.replace(PLURAL_FORM, '');
    return isPlural(key, english) ? forms.map((form) => `${stem}_${form}`) : [key];
  });
  return [...new Set(keys)];
}

function isPlural(key, english) {
  return PLURAL_FORM.test(key) && english.has(`${key.replace(PLURAL_FORM, '')}_other`);
}

/**
 * What is wrong with a language, as sentences. `base` is what a variant takes its other sentences from; `equal` are the
 * English sentences that are right in this language, too.
 */
export function complaintsAbout({ language, words, english, base = new Map(), equal = [] }) {
  const wanted = keysFor(language, english);
  return [
    ...wanted.filter((key) => !words.has(key) && !base.has(key)).map((key) => `${key}: missing`),
    ...[...words].flatMap(([key, value]) =>
      wanted.includes(key)
        ? wrongWith(key, value, english, equal)
        : [`${key}: English has no such sentence, or the language no such plural form`],
    ),
    ...outOfOrder(wanted, [...words.keys()]),
  ].map((complaint) => `${language}: ${complaint}`);
}

function wrongWith(key, value, english, equal) {
  const stem = key.replace(PLURAL_FORM, '');
  const counted = PLURAL_FORM.test(key) && english.has(`${stem}_other`);
  const original = english.get(key) ?? english.get(`${stem}_other`) ?? '';
  const complaints = [];
  if (value.trim() === '') complaints.push(`${key}: empty`);
  if (value !== value.trim() && original === original.trim())
    complaints.push(`${key}: spaces at an end`);
  if (!sameNames(value, original, counted))
    complaints.push(`${key}: its {{values}} are not those of “${original}”`);
  if (value === original && saysSomething(value) && !equal.includes(value))
    complaints.push(`${key}: still English: “${value}”`);
  return complaints;
}

/** A form for one or two may leave its number out: 'one file', 'both files'. */
function sameNames(value, original, counted) {
  const names = namesIn(value);
  const wanted = namesIn(original);
  const missing = [...wanted].filter((name) => !names.has(name));
  const foreign = [...names].filter((name) => !wanted.has(name) && !(counted && name === 'count'));
  return foreign.length === 0 && missing.every((name) => counted && name === 'count');
}

function namesIn(sentence) {
  return new Set([...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
}

function saysSomething(sentence) {
  return /\p{Letter}{2}/u.test(sentence.replaceAll(/\{\{\w+\}\}/g, ''));
}

/** The files stand side by side when they are in one order. */
function outOfOrder(wanted, keys) {
  const places = keys.map((key) => wanted.indexOf(key)).filter((place) => place >= 0);
  const first = places.findIndex((place, at) => at > 0 && place < places[at - 1]);
  return first === -1 ? [] : [`${wanted[places[first]]}: not where English has it`];
}

/** Judges all language files in a folder; each needs its glossary beside it. */
export function checkLanguages(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const glossaryOf = (language) => {
    const name = `${language}.glossary.json`;
    return existsSync(join(folder, name)) ? read(name) : { terms: {}, sameAsEnglish: [] };
  };
  const english = sentencesOf(read(`${ENGLISH}.json`));
  const terms = glossaryOf(ENGLISH);
  return languagesIn(folder).flatMap((language) => {
    const base = VARIANTS[language];
    const glossary = glossaryOf(language);
    return [
      ...complaintsAbout({
        language,
        words: sentencesOf(read(`${language}.json`)),
        english,
        base: base === undefined ? undefined : sentencesOf(read(`${base}.json`)),
        equal: [...terms.sameAsEnglish, ...glossary.sameAsEnglish],
      }),
      ...Object.keys(terms.terms)
        .filter((term) => !(term in glossary.terms))
        .map((term) => `${language}: its glossary has no word for “${term}”`),
    ];
  });
}

/** Sentences that the page does not say any more. */
export function unsaidSentences(root) {
  const english = JSON.parse(readFileSync(join(root, FOLDER, `${ENGLISH}.json`), 'utf8'));
  const unsaid = unsaidIn([...sentencesOf(english).keys()], pageSources(root));
  return unsaid.map((key) => `${ENGLISH}: ${key}: nobody says it`);
}

/** Those beside English, as their files are called. */
export function languagesIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^[a-z-]+\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((language) => language !== ENGLISH);
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const only = process.argv.slice(2);
  const complaints = [...checkLanguages(join(root, FOLDER)), ...unsaidSentences(root)].filter(
    (complaint) =>
      only.length === 0 || only.some((language) => complaint.startsWith(`${language}:`)),
  );
  for (const complaint of complaints) console.error(complaint);
  console.log(`${complaints.length} complaints about the languages`);
  if (complaints.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
