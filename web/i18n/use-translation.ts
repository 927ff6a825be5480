import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { memoized } from './format.ts';
import { i18n } from './i18n.ts';
import { localeFor } from './languages.ts';

export interface Translation {
  t: TFunction;
  /** Tag for formatting sizes, numbers and dates. */
  locale: string;
  /** Text direction of the language. */
  dir: 'ltr' | 'rtl';
}

/** Returns the translations, and renders the component again when the language changes. */
export function useTranslation(): Translation {
  return translationOf(useSyncExternalStore(onLanguageChanged, currentLanguage));
}

/** Returns the tag for formatting sizes, numbers and dates. */
export function useLocale(): string {
  return useTranslation().locale;
}

function onLanguageChanged(onStoreChange: () => void): () => void {
  i18n.on('languageChanged', onStoreChange);
  return () => i18n.off('languageChanged', onStoreChange);
}

const currentLanguage = () => i18n.language;

/** Cached by language, so that the object is stable. */
const translationOf = memoized((language: string): Translation => ({
  t: i18n.getFixedT(language),
  locale: localeFor(language),
  dir: i18n.dir(language),
}));
