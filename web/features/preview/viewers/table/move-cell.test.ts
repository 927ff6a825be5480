import { expect, it } from 'vitest';
import { moveCell } from './move-cell.ts';

const SIZE = { rows: 100, columns: 10, page: 20 };
const from = { row: 50, column: 5 };
const move = (key: string, { ctrl = false, isMirrored = false } = {}) =>
  moveCell(from, { key, ctrl, isMirrored }, SIZE);

it.each([
  ['ArrowUp', 49, 5],
  ['ArrowDown', 51, 5],
  ['ArrowLeft', 50, 4],
  ['ArrowRight', 50, 6],
  ['PageUp', 30, 5],
  ['PageDown', 70, 5],
  ['Home', 50, 0],
  ['End', 50, 9],
])('%s leads to row %i, column %i', (key, row, column) => {
  expect(move(key)).toEqual({ row, column });
});

it.each([
  ['ArrowUp', 0, 5],
  ['ArrowDown', 99, 5],
  ['ArrowLeft', 50, 0],
  ['ArrowRight', 50, 9],
  ['Home', 0, 0],
  ['End', 99, 9],
])('Ctrl+%s leads to the edge', (key, row, column) => {
  expect(move(key, { ctrl: true })).toEqual({ row, column });
});

it('follows the reading direction', () => {
  expect(move('ArrowLeft', { isMirrored: true })).toEqual({ row: 50, column: 6 });
});

it('ignores other keys', () => {
  expect(move('a')).toBeUndefined();
});

it('stays within the table', () => {
  const corner = { row: 99, column: 9 };
  expect(moveCell(corner, { key: 'ArrowDown', ctrl: false, isMirrored: false }, SIZE)).toEqual(
    corner,
  );
});
