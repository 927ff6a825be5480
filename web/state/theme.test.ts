import { beforeEach, expect, test } from 'vitest';
import { startTheme, theme } from './theme.ts';

beforeEach(() => localStorage.clear());

const shown = () => document.documentElement.dataset['theme'];

test('without a choice the operator’s theme is shown, and the system’s where there is none', () => {
  startTheme('dark');
  expect(shown()).toBe('dark');
  startTheme('');
  expect(shown()).toBe('system');
});

test('what the user chose is shown at once and at the next visit', () => {
  startTheme('dark');
  theme.getState().choose('light');
  expect(shown()).toBe('light');

  startTheme('dark');
  expect(shown()).toBe('light');
});
