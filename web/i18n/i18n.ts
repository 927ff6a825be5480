import type { Language } from '#contract/languages.ts';
import { createInstance, type FormatterModule, type ResourceLanguage } from 'i18next';
import type en from './languages/en.json';
import { isolate } from '../lib/isolate.ts';
import { formatNumber } from './format.ts';
import { BASES, FALLBACK, localeFor, regionalTag } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // Those of parts of the page are there once `loadWords` has brought them.
    resources: { translation: typeof en };
  }
}

/** The one translator of the page. English is the language that has every sentence. */
export const i18n = createInstance();

/** Reads no file and waits for nothing, so that the first picture has its words: the English ones that the page comes with. */
export function startI18n(words: ResourceLanguage): void {
  // Without a language to load it is complete when it returns.
  void i18n.use(NUMBERS_IN_WORDS).init({
    lng: FALLBACK,
    lowerCaseLng: true,
    fallbackLng: { ...fallbacksOfVariants(), default: [FALLBACK] },
    resources: { [FALLBACK]: { translation: words } },
    initAsync: false,
    // Whatever is put into a sentence, nobody has to remember its direction.
    interpolation: { escape: isolate, alwaysFormat: true },
  });
  speakRegionally(i18n.services.pluralResolver);
}

/** Numbers in sentences stand as the language writes them; what is told digit by digit comes as a text. */
const NUMBERS_IN_WORDS: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: string | number, _format, language = FALLBACK) =>
    typeof value === 'number' ? formatNumber(value, localeFor(language)) : value,
};

interface PluralResolver {
  getRule(language: string, options?: object): unknown;
}

/** Plural forms are those of the part of the world that a language is called after. */
function speakRegionally(resolver: PluralResolver): void {
  const ruleOf = resolver.getRule.bind(resolver);
  resolver.getRule = (language, options) => ruleOf(regionalTag(language), options);
}

/** Makes sentences sayable in a language. */
export function addWords(language: Language, words: ResourceLanguage): void {
  i18n.addResourceBundle(language, 'translation', words, true, true);
}

/** From here on the page speaks this language, and stands the way it is read. */
export async function changeLanguage(language: Language): Promise<void> {
  // First the direction: it decides what the sentences do with names.
  document.documentElement.lang = language;
  document.documentElement.dir = i18n.dir(language);
  await i18n.changeLanguage(language);
}

function fallbacksOfVariants() {
  return Object.fromEntries(
    Object.entries(BASES).map(([variant, base]) => [variant, [base, FALLBACK]]),
  );
}
