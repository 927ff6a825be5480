import { expect, test } from 'vitest';
import { EDITOR_THEMES, appearanceOfEditorTheme } from './editor-themes.ts';

test('the themes are automatic, light and dark', () => {
  expect(EDITOR_THEMES.map(appearanceOfEditorTheme)).toEqual([undefined, 'light', 'dark']);
});

test('a theme of File Browser 2 keeps its appearance', () => {
  expect(appearanceOfEditorTheme('monokai')).toBe('dark');
  expect(appearanceOfEditorTheme('ace/theme/solarized_light')).toBe('light');
  expect(appearanceOfEditorTheme('of my own')).toBeUndefined();
});
