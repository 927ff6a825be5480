import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** The one translator of the page. English is the language that has every key. */
export const i18n = createInstance();

/** Reads no file and waits for nothing, so that the first picture has its words. */
export function startI18n(): void {
  // Without a language to load it is complete when it returns.
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
}
