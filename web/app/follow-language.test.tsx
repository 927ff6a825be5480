import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setToken } from '../api/session-token.ts';
import de from '../i18n/languages/de.json';
import en from '../i18n/languages/en.json';
import { loadLanguage } from '../i18n/messages.ts';
import { aFolder, aToken, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';
import { wantedLanguage } from './follow-language.ts';

afterEach(() => loadLanguage('en'));

function openPage() {
  const user = aTokenUser({ locale: 'en' });
  fakeServer().session(user).folder(aFolder('/'));
  renderRoute('/files/', { user });
  return (locale: string) => setToken(aToken({ ...user, locale }));
}

test('the page uses the language of its user and follows changes', async () => {
  const choose = openPage();
  await screen.findByText(en.listing.lonely);

  choose('de_AT');
  await screen.findByText(de.listing.lonely);
  expect(document.documentElement.lang).toBe('de');
});

test('a right-to-left language changes the direction of the page', async () => {
  openPage()('ar');
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
});

test('without a user, the browser’s language is used', () => {
  openPage()('de');
  expect(wantedLanguage()).toBe('de');

  setToken(undefined);
  expect(wantedLanguage()).toBe('en');
});
