import { type Language, languageFor } from '#contract/languages.ts';

/** A language in a list of languages. */
export interface LanguageOption {
  /** Tag as stored for users and in settings. */
  readonly value: string;
  readonly label: string;
}

/** Names of the languages in the languages themselves. */
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
 * Returns the selectable languages. A stored alias replaces its language ('pt-pt' is Portuguese), and an unsupported
 * tag is kept under its own name.
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
