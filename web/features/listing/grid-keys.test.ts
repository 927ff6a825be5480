import { expect, test } from 'vitest';
import { commandOf, type GridPosition, type KeyPress } from './grid-keys.ts';

const position: GridPosition = { active: 5, count: 20, page: 10, spaceIsTyped: false };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const command = (key: string, held: Partial<KeyPress> = {}, at: Partial<GridPosition> = {}) =>
  commandOf(press(key, held), { ...position, ...at });

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 15],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 19],
])('%s goes to entry %i', (key, to) => {
  expect(command(key)).toEqual({ do: 'go', to, extend: false });
});

test('Shift extends the selection on the way', () => {
  expect(command('ArrowDown', { shiftKey: true })).toEqual({ do: 'go', to: 6, extend: true });
});

test('up from the first entry reaches the column header', () => {
  expect(command('ArrowUp', {}, { active: 0 })).toEqual({ do: 'header' });
});

test('Ctrl+A and Cmd+A select all; other combinations are left to the browser', () => {
  expect(command('a', { ctrlKey: true })).toEqual({ do: 'select-all' });
  expect(command('A', { metaKey: true })).toEqual({ do: 'select-all' });
  expect(command('c', { ctrlKey: true })).toBeUndefined();
  expect(command('ArrowLeft', { altKey: true })).toBeUndefined();
  expect(command('Tab')).toBeUndefined();
  expect(command('F5')).toBeUndefined();
});

test('a space selects, but in a name that is being typed it is a letter', () => {
  expect(command(' ')).toEqual({ do: 'toggle' });
  expect(command(' ', {}, { spaceIsTyped: true })).toEqual({ do: 'type', text: ' ' });
});

test('any printed character is typed, menus open by either key', () => {
  expect(command('ж')).toEqual({ do: 'type', text: 'ж' });
  expect(command('F10', { shiftKey: true })).toEqual({ do: 'menu' });
  expect(command('ContextMenu')).toEqual({ do: 'menu' });
});
