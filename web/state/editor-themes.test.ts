import { expect, test } from 'vitest';
import { EDITOR_THEMES, lookOfEditorTheme } from './editor-themes.ts';

test('the offered themes are like the page, light and dark', () => {
  expect(EDITOR_THEMES.map(lookOfEditorTheme)).toEqual([undefined, 'light', 'dark']);
});

test('a theme chosen in the predecessor looks as light or as dark here', () => {
  expect(lookOfEditorTheme('monokai')).toBe('dark');
  expect(lookOfEditorTheme('ace/theme/solarized_light')).toBe('light');
  expect(lookOfEditorTheme('of my own')).toBeUndefined();
});
