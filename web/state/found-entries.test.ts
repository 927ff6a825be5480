import { expect, test } from 'vitest';
import { anEntry } from '../testing/fake-server.ts';
import { folderOfAll, foundEntries, outermost } from './found-entries.ts';

const file = (path: string) => anEntry(path);
const folder = (path: string) => anEntry(path, { isDir: true });
const paths = (entries: readonly { path: string }[]) => entries.map(({ path }) => path);

test('the folder of several results is the deepest common one', () => {
  expect(folderOfAll([file('/a/b/x'), file('/a/b/y')])).toBe('/a/b');
  expect(folderOfAll([file('/a/b/x'), file('/a/bc/y')])).toBe('/a');
  expect(folderOfAll([file('/x'), file('/a/bc/y')])).toBe('');
  expect(folderOfAll([])).toBe('');
});

test('entries in a selected folder are removed', () => {
  const selected = [file('/a/x'), folder('/a'), file('/ab'), folder('/c/d'), file('/c/d/e/f')];
  expect(paths(outermost(selected))).toEqual(['/a', '/ab', '/c/d']);
});

test('chosen entries keep the order of the results', () => {
  const found = foundEntries([file('/b'), file('/a'), file('/c')]);
  expect(paths(found.chosen(new Set(['/c', '/gone', '/b'])))).toEqual(['/b', '/c']);
  expect(found.indexOf('/a')).toBe(1);
});
