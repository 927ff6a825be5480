import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '../i18n/languages/en.json' with { type: 'json' };
import { i18n, startI18n } from '../i18n/i18n.ts';
import { kindOfAction, sentenceOf } from './history-text.ts';

beforeAll(() => {
  if (!i18next.isInitialized) startI18n(en);
});

const say = (...operations: Parameters<typeof sentenceOf>[1]) => sentenceOf(i18n.t, operations);

test('a sentence names the items, the folder and a new name', () => {
  expect(say({ kind: 'move', path: '/a.txt', to: '/old/a.txt' })).toBe('Moved a.txt to “old”');
  expect(say({ kind: 'move', path: '/x/a.txt', to: '/a.txt' })).toBe('Moved a.txt to “My files”');
  expect(say({ kind: 'move', path: '/a.txt', to: '/b & c.txt' })).toBe(
    'Renamed a.txt to b & c.txt',
  );
  expect(say({ kind: 'delete', path: '' })).toBe('Deleted –');
});

test('of many items, three are named', () => {
  const paths = ['/a', '/b', '/c', '/d', '/e'];
  expect(say(...paths.map((path) => ({ kind: 'delete' as const, path })))).toBe(
    'Deleted a, b, c and 2 more',
  );
});

test('an uploaded folder is named without what is in it', () => {
  const upload = [
    { kind: 'folder', path: '/trip' },
    { kind: 'create', path: '/trip/sea.png' },
    { kind: 'folder', path: '/trip/day 2' },
  ] as const;
  expect(kindOfAction(upload)).toBe('create');
  expect(say(...upload)).toBe('Added trip');
});
