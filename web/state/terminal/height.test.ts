import { afterEach, expect, test } from 'vitest';
import { DEFAULT_HEIGHT, fittingHeight, setTerminalHeight, terminalHeight } from './height.ts';

afterEach(() => localStorage.clear());

test('it is never lower than its line, and leaves the header within reach', () => {
  expect(fittingHeight(DEFAULT_HEIGHT, 64)).toBe(25);
  expect(fittingHeight(1, 64)).toBe(2.25);
  expect(fittingHeight(100, 64)).toBe(60);
  expect(fittingHeight(25, 3)).toBe(2.25);
});

test('what was chosen is remembered as it was possible', () => {
  setTerminalHeight(12.3456, 64);
  expect(terminalHeight.getState().em).toBe(12.35);
  expect(localStorage.getItem('terminal-height')).toBe('12.35');
  setTerminalHeight(500, 64);
  expect(terminalHeight.getState().em).toBe(60);
});
