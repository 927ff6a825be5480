import { expect, test } from 'vitest';
import { playerKey } from './player-keys.ts';
import { queuedBeside } from './player-source.ts';

const press = (key: string, more: object = {}) =>
  playerKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, true)
    ?.command;

test('keys have the meanings that video sites have made usual', () => {
  expect([' ', 'k', 'K', 'm', 'f', 'c'].map((key) => press(key))).toEqual([
    'toggle',
    'toggle',
    'toggle',
    'mute',
    'full-screen',
    'subtitles',
  ]);
  expect(playerKey({ ...KEY, key: '7' }, false)).toEqual({ command: 'seek-to', fraction: 0.7 });
  expect(playerKey({ ...KEY, key: 'j' }, false)).toEqual({ command: 'seek-by', seconds: -10 });
  expect(press('N', { shiftKey: true })).toBe('next');
  expect(press('n')).toBeUndefined();
});

test.each([
  ['with Caps Lock', 'n', 'p'],
  ['on a Cyrillic layout', 'Т', 'З'],
  ['on a Greek layout', 'Ν', 'Π'],
  ['on a Hebrew layout', 'מ', 'פ'],
])('Shift+N and Shift+P change the file %s', (_, next, previous) => {
  expect(press(next, { code: 'KeyN', shiftKey: true })).toBe('next');
  expect(press(previous, { code: 'KeyP', shiftKey: true })).toBe('previous');
});

test('arrows seek only where they do not lead to another file, and shortcuts are left alone', () => {
  expect(playerKey({ ...KEY, key: 'ArrowRight' }, true)).toEqual({
    command: 'seek-by',
    seconds: 5,
  });
  expect(playerKey({ ...KEY, key: 'ArrowRight' }, false)).toBeUndefined();
  expect(press('f', { ctrlKey: true })).toBeUndefined();
});

const KEY = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

test('a queue ends, or starts again when everything is repeated', () => {
  const files = ['/a', '/b', '/c'].map((path) => ({ path, name: path }));
  const queue = { files, open: () => {} };
  expect(queuedBeside(queue, '/b', 1, false)?.path).toBe('/c');
  expect(queuedBeside(queue, '/c', 1, false)).toBeUndefined();
  expect(queuedBeside(queue, '/c', 1, true)?.path).toBe('/a');
  expect(queuedBeside(queue, '/a', -1, true)?.path).toBe('/c');
  expect(queuedBeside({ ...queue, files: files.slice(0, 1) }, '/a', 1, true)).toBeUndefined();
});
