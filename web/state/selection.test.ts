import { expect, test } from 'vitest';
import { createSelection, type SelectionOrder } from './selection.ts';

const order = (...paths: string[]): SelectionOrder => ({
  count: paths.length,
  pathAt: (index) => paths[index],
  indexOf: (path) => paths.indexOf(path),
});
const abcde = order('/a', '/b', '/c', '/d', '/e');

test('a plain selection replaces what was selected', () => {
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

test('a range runs from the last plain selection, in either direction, and can be drawn anew', () => {
  const selection = createSelection();
  selection.selectOnly('/c');
  selection.selectRange(abcde, '/e');
  expect([...selection.paths()]).toEqual(['/c', '/d', '/e']);
  selection.selectRange(abcde, '/a');
  expect([...selection.paths()]).toEqual(['/a', '/b', '/c']);
});

test('a range runs from where the keyboard stood before it', () => {
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

test('a range whose beginning has disappeared begins at its end', () => {
  const selection = createSelection();
  selection.selectOnly('/gone');
  selection.selectRange(abcde, '/b');
  selection.selectRange(abcde, '/c');
  expect([...selection.paths()]).toEqual(['/b', '/c']);
});

test('after a reload what is still there stays selected', () => {
  const selection = createSelection();
  selection.selectAll(abcde);
  selection.retain(order('/b', '/x', '/d'));
  expect([...selection.paths()]).toEqual(['/b', '/d']);
});

test('listeners hear changes, and nothing when there was nothing to clear', () => {
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

test('selecting several is a mode of its own, which outlives what is selected', () => {
  const selection = createSelection();
  const heard: boolean[] = [];
  selection.subscribe(() => heard.push(selection.isMultiple()));
  selection.setMultiple(true);
  selection.replace(new Set(['/a', '/b']));
  selection.clear();
  selection.setMultiple(false);
  expect(heard).toEqual([true, true, true, false]);
});

test('what was selected alone goes along with the keyboard; what was picked one by one stays', () => {
  const selection = createSelection();
  selection.selectOnly('/a');
  selection.goOnTo('/b');
  expect([...selection.paths()]).toEqual(['/b']);
  selection.toggle('/c');
  selection.goOnTo('/d');
  expect([...selection.paths()]).toEqual(['/b', '/c']);

  selection.clear();
  selection.goOnTo('/a');
  expect(selection.paths().size).toBe(0);
  selection.toggle('/a');
  selection.goOnTo('/b');
  expect([...selection.paths()]).toEqual(['/a']);
});
