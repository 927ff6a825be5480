import { type Language, languageFor } from '#contract/languages.ts';

/** A language as a list offers it. */
export interface LanguageOption {
  /** As users and settings store it. */
  readonly value: string;
  readonly label: string;
}

/** Each in its own words, by which those who speak it find it. */
const NAMES: Readonly<Record<Language, string>> = {
  ar: 'العربية',
  bg: 'Български',
  ca: 'Català',
  cs: 'Čeština',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  es: 'Español',
  fa: 'فارسی',
  fr: 'Français',
  he: 'עברית',
  hr: 'Hrvatski',
  hu: 'Magyar',
  is: 'Íslenska',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  lv: 'Latviešu',
  nl: 'Nederlands',
  'nl-be': 'Nederlands (België)',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  'pt-br': 'Português (Brasil)',
  ro: 'Română',
  ru: 'Русский',
  sk: 'Slovenčina',
  'sv-se': 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  vi: 'Tiếng Việt',
  'zh-cn': '中文（简体）',
  'zh-tw': '中文（繁體）',
};

const OPTIONS: readonly LanguageOption[] = Object.entries(NAMES)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

/**
 * What a list of languages offers. What is stored stays to be chosen: another name of a language stands for it
 * ('pt-pt' is Portuguese), and what the page does not speak keeps its own name.
 */
export function languageOptions(stored: string): readonly LanguageOption[] {
  if (OPTIONS.some(({ value }) => value === stored)) return OPTIONS;
  const meant = languageFor(stored);
  if (meant)
    return OPTIONS.map((option) =>
      option.value === meant ? { ...option, value: stored } : option,
    );
  return [...OPTIONS, { value: stored, label: nameOf(stored) }];
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag === '' ? '–' : tag;
  }
}
