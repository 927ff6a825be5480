import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addMessages, changeLanguage, i18n, startI18n } from '../i18n/i18n.ts';
import de from '../i18n/languages/de.json';
import en from '../i18n/languages/en.json';
import fr from '../i18n/languages/fr.json';
import { ariaShortcut, Kbd, shortcutText } from './kbd.tsx';

beforeEach(() => startI18n(en));

function capsOf(keys: string, platform: string): (string | null)[] {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const { container } = render(<Kbd keys={keys} />);
  return [...container.querySelectorAll('kbd')].map(({ textContent }) => textContent);
}

test.each([
  ['Ctrl+S', ['Ctrl', 'S'], ['⌘', 'S']],
  ['Delete', ['Del'], ['⌘', '⌫']],
  ['Shift+Delete', ['Shift', 'Del'], ['⌥', '⌘', '⌫']],
  ['Alt+Enter', ['Alt', 'Enter'], ['⌥', '↩']],
  ['F2', ['F2'], ['F2']],
  ['+', ['+'], ['+']],
])('%s is shown as the keys of the keyboard at hand', (keys, elsewhere, onMac) => {
  expect(capsOf(keys, 'Linux x86_64')).toEqual(elsewhere);
  expect(capsOf(keys, 'MacIntel')).toEqual(onMac);
});

test('keys have the labels of the language, and fixed names for screen readers', async () => {
  addMessages('de', de);
  addMessages('fr', fr);
  await changeLanguage('de');
  expect(capsOf('Ctrl+Shift+S', 'Win32')).toEqual(['Strg', 'Umschalt', 'S']);
  expect(capsOf('Delete', 'Win32')).toEqual(['Entf']);
  expect(capsOf('Ctrl+S', 'MacIntel')).toEqual(['⌘', 'S']);
  expect(ariaShortcut('Ctrl+Esc')).toBe('Meta+Escape');
  await changeLanguage('fr');
  expect(capsOf('Shift+F10', 'Win32')).toEqual(['Maj', 'F10']);
  expect(shortcutText(i18n.t, 'Ctrl+Delete')).toBe('Ctrl+Suppr');
  expect(ariaShortcut('Ctrl++')).toBe('Control+Plus');
});
