import { expect, test } from 'vitest';
import { createSelection, type SelectionOrder } from './selection.ts';

const order = (...paths: string[]): SelectionOrder => ({
  count: paths.length,
  pathAt: (index) => paths[index],
  indexOf: (path) => paths.indexOf(path),
});
const abcde = order('/a', '/b', '/c', '/d', '/e');

test('selecting one entry replaces the selection', () => {
  const selection = createSelection();
  selection.selectOnly('/a');
  selection.selectOnly('/b');
  expect([...selection.paths()]).toEqual(['/b']);
});

test('toggling adds and takes away', () => {
  const selection = createSelection();
  selection.toggle('/a');
  selection.toggle('/b');
  selection.toggle('/a');
  expect([...selection.paths()]).toEqual(['/b']);
});

test('a range starts at the last single selection, in either direction', () => {
  const selection = createSelection();
  selection.selectOnly('/c');
  selection.selectRange(abcde, '/e');
  expect([...selection.paths()]).toEqual(['/c', '/d', '/e']);
  selection.selectRange(abcde, '/a');
  expect([...selection.paths()]).toEqual(['/a', '/b', '/c']);
});

test('a range starts at the entry that was active before', () => {
  const selection = createSelection();
  selection.selectOnly('/a');
  selection.startRangeAt('/c');
  selection.selectRange(abcde, '/d');
  expect([...selection.paths()]).toEqual(['/c', '/d']);
});

test('a range can be added to what is selected', () => {
  const selection = createSelection();
  selection.selectOnly('/a');
  selection.toggle('/d');
  selection.selectRange(abcde, '/e', true);
  expect([...selection.paths()]).toEqual(['/a', '/d', '/e']);
});

test('a range whose start has disappeared starts at its end', () => {
  const selection = createSelection();
  selection.selectOnly('/gone');
  selection.selectRange(abcde, '/b');
  selection.selectRange(abcde, '/c');
  expect([...selection.paths()]).toEqual(['/b', '/c']);
});

test('a refresh keeps existing entries selected', () => {
  const selection = createSelection();
  selection.selectAll(abcde);
  selection.retain(order('/b', '/x', '/d'));
  expect([...selection.paths()]).toEqual(['/b', '/d']);
});

test('listeners are called for changes only', () => {
  const selection = createSelection();
  let heard = 0;
  const stop = selection.subscribe(() => (heard += 1));
  selection.clear();
  selection.selectOnly('/a');
  selection.clear();
  stop();
  selection.selectOnly('/b');
  expect(heard).toBe(2);
});

test('multi-select mode outlives the selection', () => {
  const selection = createSelection();
  const heard: boolean[] = [];
  selection.subscribe(() => heard.push(selection.isMultiple()));
  selection.setMultiple(true);
  selection.replace(new Set(['/a', '/b']));
  selection.clear();
  selection.setMultiple(false);
  expect(heard).toEqual([true, true, true, false]);
});

test('a single selection follows the keyboard; individually added entries stay', () => {
  const selection = createSelection();
  selection.selectOnly('/a');
  selection.moveRangeStart('/b');
  expect([...selection.paths()]).toEqual(['/b']);
  selection.toggle('/c');
  selection.moveRangeStart('/d');
  expect([...selection.paths()]).toEqual(['/b', '/c']);

  selection.clear();
  selection.moveRangeStart('/a');
  expect(selection.paths().size).toBe(0);
  selection.toggle('/a');
  selection.moveRangeStart('/b');
  expect([...selection.paths()]).toEqual(['/a']);
});
