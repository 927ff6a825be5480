import type { Language } from '#contract/languages.ts';
import type { ResourceLanguage } from 'i18next';
import { addWords, changeLanguage } from './i18n.ts';
import { BASES, FALLBACK } from './languages.ts';

/** Parts of the translations that load after the first listing: those of the file screens and of the settings. */
export type WordsPart = 'files' | 'settings';

type Part = 'first' | WordsPart;
type Words = Record<string, () => Promise<ResourceLanguage>>;

const FIRST: Words = import.meta.glob<ResourceLanguage>(
  ['./languages/*.json', '!./languages/en.json', '!./languages/*.glossary.json'],
  { query: '?part=first', import: 'default' },
);

/** Current language, or the one being loaded. */
let wanted: Language = FALLBACK;
/** A change of language loads all parts that were needed so far. */
const needed = new Set<Part>(['first']);
const loading = new Map<string, Promise<void>>();

/** Switches the language. Rejects and keeps the old language if its sentences cannot be loaded. */
export async function speak(language: Language): Promise<void> {
  const before = wanted;
  wanted = language;
  try {
    await Promise.all([...needed].map((part) => load(language, part)));
  } catch (failure) {
    if (wanted === language) wanted = before;
    throw failure;
  }
  // The last of several quick choices wins.
  if (wanted === language) await changeLanguage(language);
}

/** Loads the sentences of a part once; repeats the request after a failure. */
export function loadWords(part: WordsPart): Promise<void> {
  needed.add(part);
  return load(wanted, part);
}

/** Loads a part of the page together with its sentences. */
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
  // English is part of the page as far as the first listing needs it.
  const words = await table[`./languages/${language}.json`]?.();
  if (words) addWords(language, words);
}

/** The addresses of all languages are larger than most translations, so they load separately. */
async function tableOf(part: WordsPart): Promise<Words> {
  const { LATER_WORDS } = await import('./later-words.ts');
  return LATER_WORDS[part];
}
