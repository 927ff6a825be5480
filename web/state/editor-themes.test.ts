import { expect, test } from 'vitest';
import { EDITOR_THEMES, lookOfEditorTheme } from './editor-themes.ts';

test('the themes are automatic, light and dark', () => {
  expect(EDITOR_THEMES.map(lookOfEditorTheme)).toEqual([undefined, 'light', 'dark']);
});

test('a theme of File Browser 2 keeps its appearance', () => {
  expect(lookOfEditorTheme('monokai')).toBe('dark');
  expect(lookOfEditorTheme('ace/theme/solarized_light')).toBe('light');
  expect(lookOfEditorTheme('of my own')).toBeUndefined();
});
