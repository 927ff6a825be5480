import { expect, test } from 'vitest';
import { listingEntries } from '../../state/listing-entries.ts';
import { listingRows } from '../../state/listing-rows.ts';
import { aFolder, anEntry } from '../../testing/fake-server.ts';
import { commandOf, type GridPosition } from './grid-keys.ts';
import type { KeyPress } from '../../lib/keyboard.ts';

/** Four folders and sixteen files. */
const twenty = listingEntries(
  aFolder(
    '/',
    Array.from({ length: 20 }, (_, n) => anEntry(`/${n}`, { isDir: n < 4 })),
  ),
  { by: 'name', asc: false },
);
const position: GridPosition = {
  active: 5,
  count: 20,
  rows: listingRows(twenty, 1),
  page: 10,
  isMirrored: false,
  spaceIsTyped: false,
};
/** 0 1 2 / 3 // 4 5 6 / 7 8 9 / 10 11 12 / 13 14 15 / 16 17 18 / 19 */
const tiles = { rows: listingRows(twenty, 3), page: 2 };
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

test('Shift extends the selection', () => {
  expect(command('ArrowDown', { shiftKey: true })).toEqual({ do: 'go', to: 6, extend: true });
});

test('Up in the first entry reaches the column header', () => {
  expect(command('ArrowUp', {}, { active: 0 })).toEqual({ do: 'header' });
});

test('Ctrl+A and Cmd+A select all; other combinations belong to the browser', () => {
  expect(command('a', { ctrlKey: true })).toEqual({ do: 'select-all' });
  expect(command('A', { metaKey: true })).toEqual({ do: 'select-all' });
  expect(command('c', { ctrlKey: true })).toBeUndefined();
  expect(command('A', { ctrlKey: true, shiftKey: true })).toBeUndefined();
  expect(command('ArrowLeft', { metaKey: true }, tiles)).toBeUndefined();
  expect(command('ArrowUp', { metaKey: true }, { active: 0 })).toBeUndefined();
  expect(command('ArrowLeft', { altKey: true })).toBeUndefined();
  expect(command('Tab')).toBeUndefined();
  expect(command('F5')).toBeUndefined();
});

test('a space selects, but continues a name that is being typed', () => {
  expect(command(' ')).toEqual({ do: 'toggle' });
  expect(command(' ', { ctrlKey: true }, { spaceIsTyped: true })).toEqual({ do: 'toggle' });
  expect(command(' ', {}, { spaceIsTyped: true })).toEqual({ do: 'type', text: ' ' });
});

test('printable characters are typed, and both menu keys open the menu', () => {
  expect(command('ж')).toEqual({ do: 'type', text: 'ж' });
  expect(command('F10', { shiftKey: true })).toEqual({ do: 'menu' });
  expect(command('ContextMenu')).toEqual({ do: 'menu' });
});

test.each([
  [5, 'ArrowRight', 6],
  [5, 'ArrowLeft', 4],
  [6, 'ArrowRight', 7],
  [0, 'ArrowLeft', 0],
  [19, 'ArrowRight', 19],
  [5, 'ArrowDown', 8],
  [8, 'ArrowUp', 5],
  [2, 'ArrowDown', 3],
  [3, 'ArrowDown', 4],
  [5, 'ArrowUp', 3],
  [18, 'ArrowDown', 19],
  [19, 'ArrowDown', 19],
  [5, 'PageDown', 11],
  [11, 'PageUp', 5],
  [5, 'PageUp', 1],
  [5, 'End', 19],
])('among tiles, from %i %s goes to %i', (active, key, to) => {
  expect(command(key, {}, { ...tiles, active })).toEqual({ do: 'go', to, extend: false });
});

test('in right-to-left text, Left moves to the next entry', () => {
  const mirrored = { ...tiles, isMirrored: true };
  expect(command('ArrowLeft', {}, mirrored)).toMatchObject({ to: 6 });
  expect(command('ArrowRight', {}, mirrored)).toMatchObject({ to: 4 });
});

test('Up in the first line of tiles reaches the sort bar', () => {
  expect(command('ArrowUp', {}, { ...tiles, active: 2 })).toEqual({ do: 'header' });
  expect(command('ArrowUp', { shiftKey: true }, { ...tiles, active: 2 })).toMatchObject({ to: 2 });
});

test('in a list, Left and Right do nothing', () => {
  expect(command('ArrowRight')).toBeUndefined();
});
