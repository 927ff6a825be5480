import type { Language } from '#contract/languages.ts';
import type { ResourceLanguage } from 'i18next';
import { addMessages, changeLanguage } from './i18n.ts';
import { BASES, FALLBACK } from './languages.ts';

/** Parts of the messages that load after the first listing: those of the file screens and of the settings. */
export type MessagesPart = 'files' | 'settings';

type Part = 'first' | MessagesPart;
/** Functions that load the messages of a language, by file name. */
type Loaders = Record<string, () => Promise<ResourceLanguage>>;

const FIRST: Loaders = import.meta.glob<ResourceLanguage>(
  ['./languages/*.json', '!./languages/en.json', '!./languages/*.glossary.json'],
  { query: '?part=first', import: 'default' },
);

/** Current language, or the one being loaded. */
let wanted: Language = FALLBACK;
/** A change of language loads all parts that were needed so far. */
const needed = new Set<Part>(['first']);
const loading = new Map<string, Promise<void>>();

/** Switches the language. Rejects and keeps the old language if the messages cannot be loaded. */
export async function loadLanguage(language: Language): Promise<void> {
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

/** Loads the messages of a part once; a call after a failure loads them again. */
export function loadMessages(part: MessagesPart): Promise<void> {
  needed.add(part);
  return load(wanted, part);
}

/** Loads the English messages of a part once, such as to find them in every language. */
export function loadFallback(part: MessagesPart): Promise<void> {
  return load(FALLBACK, part);
}

/** Loads code together with the messages that it shows. */
export async function withMessages<Code>(part: MessagesPart, code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, loadMessages(part)]);
  return loaded;
}

function load(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  const known = loading.get(name);
  if (known) return known;
  const loaded = fetchMessages(language, part);
  loading.set(name, loaded);
  loaded.catch(() => loading.delete(name));
  return loaded;
}

async function fetchMessages(language: Language, part: Part): Promise<void> {
  const base = BASES[language];
  const [loaders] = await Promise.all([
    part === 'first' ? FIRST : loadersOf(part),
    base === undefined ? undefined : load(base, part),
  ]);
  // The English messages of the first listing are part of the page and have no loader.
  const messages = await loaders[`./languages/${language}.json`]?.();
  if (messages) addMessages(language, messages);
}

/** The list of loaders is larger than the messages of most languages, so it loads separately. */
async function loadersOf(part: MessagesPart): Promise<Loaders> {
  const { LATER_MESSAGES } = await import('./later-messages.ts');
  return LATER_MESSAGES[part];
}
