import type { Language } from '#contract/languages.ts';
import type { ResourceLanguage } from 'i18next';
import { addMessages, changeLanguage } from './i18n.ts';
import { BASES, FALLBACK } from './languages.ts';

const LOADERS = import.meta.glob<ResourceLanguage>(
  ['./languages/*.json', '!./languages/en.json', '!./languages/*.glossary.json'],
  { query: '?part=link', import: 'default' },
);

/** Switches the language of the share page. Rejects if its messages cannot be loaded. */
export async function loadShareLanguage(language: Language): Promise<void> {
  if (language === FALLBACK) return;
  const base = BASES[language];
  await Promise.all([language, ...(base ? [base] : [])].map(addShareMessages));
  await changeLanguage(language);
}

async function addShareMessages(language: Language): Promise<void> {
  const messages = await LOADERS[`./languages/${language}.json`]?.();
  if (messages) addMessages(language, messages);
}
