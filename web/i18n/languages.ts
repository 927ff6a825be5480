import { type Language, languageFor } from '#contract/languages.ts';

/** Language that has every message, used if no other one is supported. */
export const FALLBACK: Language = 'en';

/** Languages that contain only differences from another language. */
export const BASES: Partial<Record<Language, Language>> = { 'nl-be': 'nl' };

/** Returns the first supported language of these tags, or English. */
export function firstSupported(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageFor(tag);
    if (language) return language;
  }
  return FALLBACK;
}

/**
 * Returns the tag for formatting sizes, numbers and dates: the browser's regional variant of the language, if any
 * ('en' → 'en-GB').
 */
export function localeFor(language: string, tags: readonly string[] = navigator.languages): string {
  const regional = tags.find((tag) => languageFor(tag) === language && isLocale(tag));
  return regionalTag(regional ?? language);
}

/** Returns a tag with its region if `Intl` would assume another one: Brazil, for Portuguese. */
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
