/** Languages of the page, as stored for users and settings. Each is a file in `web/i18n/languages/`. */
export const LANGUAGES = [
  'ar',
  'bg',
  'ca',
  'cs',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fr',
  'he',
  'hr',
  'hu',
  'is',
  'it',
  'ja',
  'ko',
  'lv',
  'nl',
  'nl-be',
  'no',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'sk',
  'sv-se',
  'tr',
  'uk',
  'vi',
  'zh-cn',
  'zh-tw',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages of other tags, which browsers send or older databases contain. */
const ALSO_CALLED: ReadonlyMap<string, Language> = new Map([
  ['iw', 'he'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['sv', 'sv-se'],
  ['zh', 'zh-cn'],
  ['zh-hant', 'zh-tw'],
  ['zh-hk', 'zh-tw'],
  ['zh-mo', 'zh-tw'],
]);

/** Returns the language for a tag: 'pt_PT' → 'pt', 'zh-Hant-HK' → 'zh-tw', 'de-AT' → 'de'. Undefined if none matches. */
export function languageFor(tag: string): Language | undefined {
  const subtags = tag.trim().toLowerCase().split(/[_-]/);
  for (let length = subtags.length; length > 0; length -= 1) {
    const asked = subtags.slice(0, length).join('-');
    const known = LANGUAGES.find((language) => language === asked) ?? ALSO_CALLED.get(asked);
    if (known) return known;
  }
  return undefined;
}
