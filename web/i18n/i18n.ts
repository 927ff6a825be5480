import type { Language } from '#contract/languages.ts';
import { createInstance, type FormatterModule, type ResourceLanguage } from 'i18next';
import type en from './languages/en.json';
import { isolate } from '../lib/isolate.ts';
import { formatNumber } from './format.ts';
import { BASES, FALLBACK, localeFor, regionalTag } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // Messages of lazily loaded parts are available after `loadMessages`.
    resources: { translation: typeof en };
  }
}

/** Translator of the page. English has every message. */
export const i18n = createInstance();

/** Starts synchronously with the English messages that are part of the page. */
export function startI18n(messages: ResourceLanguage): void {
  // Without a language to load, initialization is complete when it returns.
  void i18n.use(NUMBERS_IN_MESSAGES).init({
    lng: FALLBACK,
    lowerCaseLng: true,
    fallbackLng: { ...fallbacksOfVariants(), default: [FALLBACK] },
    resources: { [FALLBACK]: { translation: messages } },
    initAsync: false,
    // Isolates the direction of every inserted value.
    interpolation: { escape: isolate, alwaysFormat: true },
  });
  applyRegionalPlurals(i18n.services.pluralResolver);
}

/** Formats numbers in messages for the language. Pass a string to keep plain digits. */
const NUMBERS_IN_MESSAGES: FormatterModule = {
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

/** Uses the plural forms of the region that a language is named after. */
function applyRegionalPlurals(resolver: PluralResolver): void {
  const ruleOf = resolver.getRule.bind(resolver);
  resolver.getRule = (language, options) => ruleOf(regionalTag(language), options);
}

/** Adds messages of a language. */
export function addMessages(language: Language, messages: ResourceLanguage): void {
  i18n.addResourceBundle(language, 'translation', messages, true, true);
}

/** Switches the language and the text direction of the page. */
export async function changeLanguage(language: Language): Promise<void> {
  // Sets the direction first, because it determines how names are isolated.
  document.documentElement.lang = language;
  document.documentElement.dir = i18n.dir(language);
  await i18n.changeLanguage(language);
}

function fallbacksOfVariants() {
  return Object.fromEntries(
    Object.entries(BASES).map(([variant, base]) => [variant, [base, FALLBACK]]),
  );
}
