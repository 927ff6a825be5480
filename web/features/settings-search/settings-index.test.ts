import { beforeAll, expect, test } from 'vitest';
import { addMessages, i18n, startI18n } from '../../i18n/i18n.ts';
import de from '../../i18n/languages/de.json';
import en from '../../i18n/languages/en.json';
import { findSettings, SETTINGS } from './settings-index.ts';

beforeAll(() => {
  startI18n(en);
  addMessages('de', de);
});

const PROFILE = { address: '/settings/profile', label: 'shell.profile' } as const;
const GLOBAL = { address: '/settings/global', label: 'shell.global' } as const;

/** Searches as a user with German messages. */
function find(
  query: string,
  pages: Parameters<typeof findSettings>[1]['pages'] = [PROFILE, GLOBAL],
) {
  const languages = [i18n.getFixedT('de'), i18n.getFixedT('en')] as const;
  const found = findSettings(query, { pages, settings: SETTINGS, languages: [...languages] });
  return found.map(({ label, path }) => `${path}: ${label}`);
}

test('settings are found by words of their label, hint and titles, in two languages', () => {
  const colour = `${de.shell.global} › ${de.global.branding}: ${de.global.color}`;
  expect(find(de.global.color)).toEqual([colour]);
  expect(find('accent COLOUR')).toEqual([colour]);
  expect(find('#2979ff')).toEqual([colour]);
  expect(find('no such setting')).toEqual([]);
  expect(find(' ')).toEqual([]);
});

test('settings with the words in their label come before those with them elsewhere', () => {
  expect(find('theme').slice(0, 3)).toEqual([
    `${de.shell.profile} › ${de.profile.appearance}: ${de.profile.theme}`,
    `${de.shell.profile} › ${de.profile.appearance}: ${de.profile.editorTheme}`,
    `${de.shell.global} › ${de.global.branding}: ${de.global.theme}`,
  ]);
});

test('settings of pages that the user may not open are not found', () => {
  expect(find('dotfiles')).toHaveLength(2);
  expect(find('dotfiles', [PROFILE])).toHaveLength(1);
});
