import { Folder } from 'lucide-react';
import { beforeEach, expect, test } from 'vitest';
import { anEntry } from '../../testing/fake-server.ts';
import { rememberCommand, usedCommands } from './command-memory.ts';
import { type Filter, FILTERS, toggled } from './filters.ts';
import { type Command, groupsOf } from './palette-items.ts';
import { rank } from './rank.ts';

beforeEach(() => localStorage.clear());

const command = (id: string, label: string, kind: Command['kind'] = 'action'): Command => ({
  id,
  label,
  kind,
  icon: Folder,
  run: () => {},
});

const COMMANDS = [
  command('upload', 'Upload'),
  command('new-folder', 'New folder'),
  command('rename', 'Rename'),
  command('/trash', 'Trash', 'page'),
];

function shown(query: string, names: readonly string[], isFiltered = false) {
  const terms = query === '' ? [] : query.split(' ');
  const files = rank(
    names.map((name) => ({ entry: anEntry(`/${name}`), label: name })),
    terms,
  );
  const isRecent = query === '';
  return groupsOf({ commands: COMMANDS, files, isRecent, terms, isFiltered }).map(
    ({ kind, items }) => [kind, ...items.map(({ label }) => label)],
  );
}

test('without a query, recent items come first, then frequent actions, then places', () => {
  rememberCommand('new-folder');
  rememberCommand('rename');
  rememberCommand('rename');
  expect(shown('', ['a.txt'])).toEqual([
    ['recent', 'a.txt'],
    ['actions', 'Rename', 'New folder', 'Upload'],
    ['pages', 'Trash'],
  ]);
});

test('the group with the best match comes first', () => {
  expect(shown('tra', ['extra.txt'])).toEqual([
    ['pages', 'Trash'],
    ['files', 'extra.txt'],
  ]);
  expect(shown('name', ['name.txt'])).toEqual([
    ['files', 'name.txt'],
    ['actions', 'Rename'],
  ]);
});

test('a filter leaves only files', () => {
  expect(shown('tra', ['extra.txt'], true)).toEqual([['files', 'extra.txt']]);
});

test('the memory survives contents that it has not written', () => {
  localStorage.setItem('used-commands', '{"id":');
  expect(usedCommands()).toEqual([]);
  localStorage.setItem('used-commands', '[{"id":"upload"},{"id":"rename","count":2},null]');
  expect(usedCommands()).toEqual([{ id: 'rename', count: 2 }]);
});

test('the memory has a limit, and keeps the latest', () => {
  for (let n = 0; n < 40; n += 1) rememberCommand(`command ${n}`);
  expect(usedCommands()).toHaveLength(30);
  expect(usedCommands()[0]).toEqual({ id: 'command 39', count: 1 });
});

function filter(id: string): Filter {
  const found = FILTERS.find((one) => one.id === id);
  if (!found) throw new Error(`no filter ${id}`);
  return found;
}

test('a filter replaces the others of its group', () => {
  const chosen = toggled(toggled(toggled([], filter('pdf')), filter('week')), filter('image'));
  expect(chosen.map(({ id }) => id)).toEqual(['week', 'image']);
  expect(toggled(chosen, filter('week')).map(({ id }) => id)).toEqual(['image']);
});

test('filters compare the date of the last change and the size', () => {
  const now = Date.parse('2026-05-20T12:00:00Z');
  const old = anEntry('/old.txt', { modified: '2026-05-10T12:00:00Z', size: 20 * 1024 * 1024 });
  const is = (id: string) => filter(id).isMatch(old, now);
  expect([is('week'), is('month'), is('large'), is('folder')]).toEqual([false, true, true, false]);
});
