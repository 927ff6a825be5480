import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { remembered } from './format.ts';
import { i18n } from './i18n.ts';
import { localeFor } from './languages.ts';

export interface Translation {
  t: TFunction;
  /** The tag that sizes, numbers and dates are written by. */
  locale: string;
  /** How the language is read. */
  dir: 'ltr' | 'rtl';
}

/** The words of the page in a component, which is drawn anew when the language changes. */
export function useTranslation(): Translation {
  return translationOf(useSyncExternalStore(onLanguageChanged, currentLanguage));
}

/** The tag that sizes, numbers and dates are written by. */
export function useLocale(): string {
  return useTranslation().locale;
}

function onLanguageChanged(tell: () => void): () => void {
  i18n.on('languageChanged', tell);
  return () => i18n.off('languageChanged', tell);
}

const currentLanguage = () => i18n.language;

/** The same for the same language, so that what is made from it can be remembered. */
const translationOf = remembered((language: string): Translation => ({
  t: i18n.getFixedT(language),
  locale: localeFor(language),
  dir: i18n.dir(language),
}));
