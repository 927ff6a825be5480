import { beforeEach, expect, test } from 'vitest';
import { startTheme, theme } from './theme.ts';

beforeEach(() => localStorage.clear());

const shown = () => document.documentElement.dataset['theme'];

test('without a choice, the configured theme applies, otherwise the system’s', () => {
  startTheme('dark');
  expect(shown()).toBe('dark');
  startTheme('');
  expect(shown()).toBe('system');
});

test('the chosen theme applies at once and is stored', () => {
  startTheme('dark');
  theme.getState().choose('light');
  expect(shown()).toBe('light');

  startTheme('dark');
  expect(shown()).toBe('light');
});
