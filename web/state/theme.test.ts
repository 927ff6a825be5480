import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTheme, theme } from './theme.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

const shown = () => document.documentElement.dataset['theme'];

test('without a choice, the configured theme applies, otherwise the system’s', () => {
  startTheme('dark');
  expect(shown()).toBe('dark');
  startTheme('');
  expect(shown()).toBe('system');
});

test('a theme can be chosen where the browser refuses its storage', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  startTheme('dark');
  expect(shown()).toBe('dark');
  theme.getState().choose('light');
  expect(shown()).toBe('light');
});

test('the chosen theme applies at once and is stored', () => {
  startTheme('dark');
  theme.getState().choose('light');
  expect(shown()).toBe('light');

  startTheme('dark');
  expect(shown()).toBe('light');
});
