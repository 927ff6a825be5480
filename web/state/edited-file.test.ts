import { expect, test } from 'vitest';
import { anEntry } from '../testing/fake-server.ts';
import { arriveAtNewName, editedAt, editedFile, keepEdited, renameEdited } from './edited-file.ts';

const text = anEntry('/notes.txt', { type: 'text' });
const at = (path: string) => editedAt(editedFile.getState(), path, false)?.path;

test('an open text is found by its address until it is closed', () => {
  const close = keepEdited(text);
  expect([at('/notes.txt'), at('/other.txt')]).toEqual(['/notes.txt', undefined]);
  close();
  expect(at('/notes.txt')).toBeUndefined();
});

test('a renamed text is found by both addresses until the page has the new one', () => {
  const renamed = { ...text, path: '/new.txt', name: 'new.txt' };
  const closeOld = keepEdited(text);
  renameEdited(renamed);
  closeOld();
  const close = keepEdited(renamed);
  expect([at('/notes.txt'), at('/new.txt')]).toEqual(['/new.txt', '/new.txt']);
  arriveAtNewName();
  expect([at('/notes.txt'), at('/new.txt')]).toEqual([undefined, '/new.txt']);
  close();
});

test('a document shown as a preview is not edited', () => {
  const document = anEntry('/a.md', { type: 'text' });
  const close = keepEdited(document);
  expect(editedAt(editedFile.getState(), '/a.md', true)).toBe(document);
  expect(editedAt(editedFile.getState(), '/a.md', false)).toBeUndefined();
  close();
});
