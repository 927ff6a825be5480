// Compares each language file with the English one: all sentences exist, with the same placeholders (`{{name}}`) and every
// plural form of the language. Also finds English sentences that the page does not use, and placeholders
// that it does not pass.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingValues, pageSources, unusedKeys } from './lib/unused-sentences.mjs';

const ENGLISH = 'en';

/** Folder of the language files, relative to the root of the sources. */
export const FOLDER = 'web/i18n/languages';

/** Languages that contain only what differs from another language. */
export const VARIANTS = { 'nl-be': 'nl' };

const PLURAL_FORM = /_(?:zero|one|two|few|many|other)$/;

/** Returns the sentences of a language file by their full keys, such as `common.ok`. */
export function sentencesOf(words, above = '') {
  return new Map(
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[above + name, value]]
        : [...sentencesOf(value, `${above}${name}.`)],
    ),
  );
}

/** Returns the keys that a language needs for the English ones, with all of its plural forms, in order. */
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
 * Returns the complaints about a language file. A variant takes its other sentences from `base`; `equal` lists the English
 * sentences that are correct in this language, too.
 */
export function complaintsAbout({ language, words, english, base = new Map(), equal = [] }) {
  const wanted = keysFor(language, english);
  return [
    ...wanted.filter((key) => !words.has(key) && !base.has(key)).map((key) => `${key}: missing`),
    ...[...words].flatMap(([key, value]) =>
      wanted.includes(key)
        ? wrongWith(language, key, value, english, equal)
        : [
            `${key}: English has no sentence with this key, or the language has no such plural form`,
          ],
    ),
    ...outOfOrder(wanted, [...words.keys()]),
  ].map((complaint) => `${language}: ${complaint}`);
}

function wrongWith(language, key, value, english, equal) {
  const stem = key.replace(PLURAL_FORM, '');
  const other = english.get(`${stem}_other`);
  const original = english.get(key) ?? other ?? '';
  const complaints = [];
  if (value.trim() === '') complaints.push(`${key}: empty`);
  if (value !== value.trim() && original === original.trim())
    complaints.push(`${key}: spaces at an end`);
  const form = other === undefined ? undefined : PLURAL_FORM.exec(key)?.[0].slice(1);
  if (!sameNames(value, other ?? original, form, language))
    complaints.push(`${key}: its {{placeholders}} differ from those of “${original}”`);
  if (value === original && saysSomething(value) && !equal.includes(value))
    complaints.push(`${key}: still English: “${value}”`);
  return complaints;
}

/**
 * Returns whether both sentences have the same placeholders. A plural form may add the number, and omit it where it is for one
 * number: "one file", "both files".
 */
function sameNames(value, original, form, language) {
  const names = namesIn(value);
  const wanted = namesIn(original);
  const missing = [...wanted].filter((name) => !names.has(name));
  const foreign = [...names].filter((name) => !wanted.has(name));
  return (
    foreign.every((name) => form !== undefined && name === 'count') &&
    missing.every(
      (name) => form !== undefined && name === 'count' && isForOneNumber(language, form),
    )
  );
}

/** Numbers of each plural form: many forms repeat with the last digits, and some are only for millions. */
const NUMBERS = [...Array(1_001).keys(), 1_000_000, 2_000_000];

/**
 * Returns whether a plural form is used for one number only, besides which it may be used for zero. The form "one" of Russian is
 * also for 21 and 31.
 */
function isForOneNumber(language, form) {
  const rules = new Intl.PluralRules(language);
  const numbers = NUMBERS.filter((number) => rules.select(number) === form);
  return numbers.length === 1 || (numbers.length === 2 && numbers[0] === 0);
}

function namesIn(sentence) {
  return new Set([...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
}

function saysSomething(sentence) {
  return /\p{Letter}{2}/u.test(sentence.replaceAll(/\{\{\w+\}\}/g, ''));
}

/** Returns a complaint when the keys are not in the order of the English file. */
function outOfOrder(wanted, keys) {
  const positions = keys.map((key) => wanted.indexOf(key)).filter((position) => position >= 0);
  const first = positions.findIndex((position, at) => at > 0 && position < positions[at - 1]);
  return first === -1 ? [] : [`${wanted[positions[first]]}: not in the order of the English file`];
}

/** Returns the complaints about the English file, with which the others are compared. */
export function complaintsAboutEnglish(words) {
  const sentences = sentencesOf(words);
  const complaints = [...sentences].flatMap(([key, value]) => {
    if (value.trim() === '') return [`${key}: empty`];
    const isAlone = key.endsWith('_one') && !sentences.has(key.replace(PLURAL_FORM, '_other'));
    return isAlone ? [`${key}: has no form “_other”`] : [];
  });
  // The groups are in the order of the screens, and their sentences are sorted.
  for (const [group, inGroup] of Object.entries(words))
    complaints.push(...unsorted(inGroup, group));
  return complaints.map((complaint) => `${ENGLISH}: ${complaint}`);
}

function unsorted(words, above) {
  const names = Object.keys(words);
  const first = names.find((name, at) => at > 0 && name < names[at - 1]);
  const here = first === undefined ? [] : [`${above}.${first}: not in alphabetical order`];
  const below = Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : unsorted(value, `${above}.${name}`),
  );
  return [...here, ...below];
}

/** Checks all language files in a folder, and that each has a glossary beside it. */
export function checkLanguages(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const glossaryOf = (language) => {
    const name = `${language}.glossary.json`;
    return existsSync(join(folder, name)) ? read(name) : { terms: {}, sameAsEnglish: [] };
  };
  const words = read(`${ENGLISH}.json`);
  const english = sentencesOf(words);
  const terms = glossaryOf(ENGLISH);
  const others = languagesIn(folder).flatMap((language) => {
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
        .map((term) => `${language}: its glossary lacks “${term}”`),
    ];
  });
  return [...complaintsAboutEnglish(words), ...others];
}

/** Returns a complaint for each sentence that the page no longer uses. */
export function unusedSentences(root) {
  const unused = unusedKeys([...englishOf(root).keys()], pageSources(root));
  return unused.map((key) => `${ENGLISH}: ${key}: not used by the page`);
}

/** Returns a complaint for each placeholder that a call in the page does not pass. */
export function unpassedPlaceholders(root) {
  return missingValues(englishOf(root), pageSources(root)).map((found) => `${ENGLISH}: ${found}`);
}

function englishOf(root) {
  return sentencesOf(JSON.parse(readFileSync(join(root, FOLDER, `${ENGLISH}.json`), 'utf8')));
}

/** Returns the tags of all languages besides English. */
export function languagesIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^[a-z-]+\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((language) => language !== ENGLISH);
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const only = process.argv.slice(2);
  const unknown = only.filter((tag) => !existsSync(join(root, FOLDER, `${tag}.json`)));
  const found = [
    ...checkLanguages(join(root, FOLDER)),
    ...unusedSentences(root),
    ...unpassedPlaceholders(root),
  ].filter(
    (complaint) =>
      only.length === 0 || only.some((language) => complaint.startsWith(`${language}:`)),
  );
  const complaints = [...unknown.map((tag) => `${tag}: has no file in ${FOLDER}`), ...found];
  for (const complaint of complaints) console.error(complaint);
  console.log(`${complaints.length} complaints about the languages`);
  if (complaints.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
