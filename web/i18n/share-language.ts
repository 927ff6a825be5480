import type { Language } from '#contract/languages.ts';
import type { ResourceLanguage } from 'i18next';
import { addWords, changeLanguage } from './i18n.ts';
import { BASES, FALLBACK } from './languages.ts';

const LINK = import.meta.glob<ResourceLanguage>(
  ['./languages/*.json', '!./languages/en.json', '!./languages/*.glossary.json'],
  { query: '?part=link', import: 'default' },
);

/** Switches the language of the share page. Rejects if its sentences cannot be loaded. */
export async function loadShareLanguage(language: Language): Promise<void> {
  if (language === FALLBACK) return;
  const base = BASES[language];
  await Promise.all([language, ...(base ? [base] : [])].map(addLinkWords));
  await changeLanguage(language);
}

async function addLinkWords(language: Language): Promise<void> {
  const words = await LINK[`./languages/${language}.json`]?.();
  if (words) addWords(language, words);
}
