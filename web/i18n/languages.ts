import { type Language, languageFor } from '#contract/languages.ts';

/** What has every sentence, and what everybody is told who asks for none of the others. */
export const FALLBACK: Language = 'en';

/** A language that only says what it says differently, and what it takes the rest from. */
export const BASES: Partial<Record<Language, Language>> = { 'nl-be': 'nl' };

/** The first of these tags that the page speaks, else English. */
export function firstSpoken(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageFor(tag);
    if (language) return language;
  }
  return FALLBACK;
}

/**
 * The tag that sizes, numbers and dates are written by: where the browser's user speaks this language, as they do in
 * their part of the world ('en' → 'en-GB').
 */
export function localeFor(language: string, tags: readonly string[] = navigator.languages): string {
  const spoken = tags.find((tag) => languageFor(tag) === language && isLocale(tag));
  return regionalTag(spoken ?? language);
}

/** Without a part of the world, others would take Portuguese for that of Brazil. */
export function regionalTag(tag: string): string {
  return tag === 'pt' ? 'pt-PT' : tag;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
