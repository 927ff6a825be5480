import { type Language, languageFor } from '#contract/languages.ts';
import { firstSpoken } from '../i18n/languages.ts';
import { speak } from '../i18n/words.ts';
import { session } from '../state/session.ts';

/** The user's language; before they are known, and where the page does not speak it, the browser's. */
export function wantedLanguage(): Language {
  const { user } = session.getState();
  return (user && languageFor(user.locale)) ?? firstSpoken(navigator.languages);
}

/** Speaks to each in their language as they come, go and change it, until the returned function is called. */
export function followLanguage(): () => void {
  return session.subscribe((now, before) => {
    if (now.user?.locale === before.user?.locale) return;
    // Without its words the page goes on in the language it has.
    speak(wantedLanguage()).catch(() => {});
  });
}
