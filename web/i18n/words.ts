import type { Language } from '#contract/languages.ts';
import type { ResourceLanguage } from 'i18next';
import { addWords, changeLanguage } from './i18n.ts';
import { BASES, FALLBACK } from './languages.ts';

/** Sentences that come with what needs them, in the files' part of the page or in its settings: nobody waits for them before the first listing. */
export type WordsPart = 'files' | 'settings';

type Part = 'first' | WordsPart;
type Words = Record<string, () => Promise<ResourceLanguage>>;

const FIRST: Words = import.meta.glob<ResourceLanguage>(
  ['./languages/*.json', '!./languages/en.json', '!./languages/*.glossary.json'],
  { query: '?part=first', import: 'default' },
);

/** The language that the page speaks or is about to. */
let wanted: Language = FALLBACK;
/** A change of language needs all that the page has needed so far. */
const needed = new Set<Part>(['first']);
const loading = new Map<string, Promise<void>>();

/** Resolves when the page speaks this language; rejects, with all as it was, when its words could not be had. */
export async function speak(language: Language): Promise<void> {
  const before = wanted;
  wanted = language;
  try {
    await Promise.all([...needed].map((part) => load(language, part)));
  } catch (failure) {
    if (wanted === language) wanted = before;
    throw failure;
  }
  // Somebody who chooses twice in a hurry gets the last one.
  if (wanted === language) await changeLanguage(language);
}

/** Resolves when the sentences of this part can be said; asked for once, and again after a failure. */
export function loadWords(part: WordsPart): Promise<void> {
  needed.add(part);
  return load(wanted, part);
}

/** A part of the page together with its sentences. */
export async function withWords<Part>(words: WordsPart, part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, loadWords(words)]);
  return loaded;
}

function load(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  const known = loading.get(name);
  if (known) return known;
  const words = fetchWords(language, part);
  loading.set(name, words);
  words.catch(() => loading.delete(name));
  return words;
}

async function fetchWords(language: Language, part: Part): Promise<void> {
  const base = BASES[language];
  const [table] = await Promise.all([
    part === 'first' ? FIRST : tableOf(part),
    base === undefined ? undefined : load(base, part),
  ]);
  // English comes with the page, as far as the first listing needs it.
  const words = await table[`./languages/${language}.json`]?.();
  if (words) addWords(language, words);
}

/** The addresses of all languages weigh more than most sentences. */
async function tableOf(part: WordsPart): Promise<Words> {
  const { LATER_WORDS } = await import('./later-words.ts');
  return LATER_WORDS[part];
}
