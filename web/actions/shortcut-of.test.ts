import { expect, test } from 'vitest';
import { shortcutOf } from './shortcut-of.ts';

const press = (key: string, held: Partial<Parameters<typeof shortcutOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test.each([
  [press('s', { ctrlKey: true }), 'Ctrl+S'],
  [press('s', { metaKey: true }), 'Ctrl+S'],
  [press('Delete'), 'Delete'],
  [press('Enter', { altKey: true }), 'Alt+Enter'],
  [press('S', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+S'],
])('%j is written %s', (event, text) => {
  expect(shortcutOf(event, false)).toBe(text);
});

test('a Mac deletes with the command key and Backspace, and goes up with Backspace alone', () => {
  expect(shortcutOf(press('Backspace', { metaKey: true }), true)).toBe('Delete');
  expect(shortcutOf(press('Backspace'), true)).toBe('Backspace');
  expect(shortcutOf(press('Backspace', { metaKey: true }), false)).toBe('Ctrl+Backspace');
});
