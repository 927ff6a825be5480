import { afterEach, expect, test } from 'vitest';
import { DEFAULT_HEIGHT, fittingHeight, setTerminalHeight, terminalHeight } from './height.ts';

afterEach(() => localStorage.clear());

test('the height has a minimum and leaves the header reachable', () => {
  expect(fittingHeight(DEFAULT_HEIGHT, 64)).toBe(25);
  expect(fittingHeight(1, 64)).toBe(2.25);
  expect(fittingHeight(100, 64)).toBe(60);
  expect(fittingHeight(25, 3)).toBe(2.25);
});

test('the chosen height is stored within its limits', () => {
  setTerminalHeight(12.3456, 64);
  expect(terminalHeight.getState().em).toBe(12.35);
  expect(localStorage.getItem('terminal-height')).toBe('12.35');
  setTerminalHeight(500, 64);
  expect(terminalHeight.getState().em).toBe(60);
});
