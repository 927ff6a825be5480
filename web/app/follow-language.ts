import { type Language, languageFor } from '#contract/languages.ts';
import { firstSupported } from '../i18n/languages.ts';
import { loadLanguage } from '../i18n/messages.ts';
import { session } from '../state/session.ts';

/** Returns the user's language, or the browser's if it is unknown or unsupported. */
export function wantedLanguage(): Language {
  const { user } = session.getState();
  return (user && languageFor(user.locale)) ?? firstSupported(navigator.languages);
}

/** Changes the language when the user or their preference changes. Returns a function that stops it. */
export function followLanguage(): () => void {
  return session.subscribe((now, before) => {
    if (now.user?.locale === before.user?.locale) return;
    // Without translations, the page keeps its language.
    loadLanguage(wantedLanguage()).catch(() => {});
  });
}
