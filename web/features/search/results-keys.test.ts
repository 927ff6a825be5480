import { expect, test } from 'vitest';
import { commandOf } from './results-keys.ts';

const NOTHING_HELD = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, held: Partial<typeof NOTHING_HELD> = {}, active = 5) =>
  commandOf({ key, ...NOTHING_HELD, ...held }, { active, count: 100, page: 10 });

test('arrows, Page keys, Home and End move within the results', () => {
  expect(press('ArrowDown')).toEqual({ do: 'go', to: 6, extend: false });
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ do: 'go', to: 4, extend: true });
  expect(press('PageUp')).toEqual({ do: 'go', to: 0, extend: false });
  expect(press('PageDown', {}, 95)).toEqual({ do: 'go', to: 99, extend: false });
  expect(press('Home')).toEqual({ do: 'go', to: 0, extend: false });
  expect(press('End')).toEqual({ do: 'go', to: 99, extend: false });
});

test('Up in the first result and typing return to the field', () => {
  expect(press('ArrowUp', {}, 0)).toEqual({ do: 'field' });
  expect(press('x')).toEqual({ do: 'field' });
  expect(press('Backspace')).toEqual({ do: 'field' });
});

test('shortcuts of actions and of the browser are ignored', () => {
  expect(press('Delete')).toBeUndefined();
  expect(press('F2')).toBeUndefined();
  expect(press('c', { ctrlKey: true })).toBeUndefined();
  expect(press('Enter', { ctrlKey: true })).toBeUndefined();
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
});

test('Space selects, Enter opens, Ctrl+A selects all, Shift+F10 opens the menu', () => {
  expect(press(' ')).toEqual({ do: 'toggle' });
  expect(press('Enter')).toEqual({ do: 'open' });
  expect(press('a', { ctrlKey: true })).toEqual({ do: 'select-all' });
  expect(press('F10', { shiftKey: true })).toEqual({ do: 'menu' });
});
