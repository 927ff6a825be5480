import { expect, test } from 'vitest';
import { aFolder, anEntry } from '../testing/fake-server.ts';
import { pendingChanges, showGone, showRenamed, withPending } from './pending-changes.ts';

const home = aFolder('/', [
  anEntry('/docs', { isDir: true }),
  anEntry('/a.txt'),
  anEntry('/b.txt'),
]);
const names = () => withPending(home, pendingChanges.getState()).items.map(({ name }) => name);

test('a folder in which nothing is pending stays the very same', () => {
  expect(withPending(home, pendingChanges.getState())).toBe(home);
  const takeBack = showGone(['/elsewhere/x']);
  expect(withPending(home, pendingChanges.getState())).toBe(home);
  takeBack();
});

test('what is being deleted is not shown, until that is taken back', () => {
  const first = showGone(['/a.txt', '/docs']);
  const second = showGone(['/b.txt']);
  expect(names()).toEqual([]);
  first();
  expect(names()).toEqual(['docs', 'a.txt']);
  second();
  expect(names()).toEqual(['docs', 'a.txt', 'b.txt']);
});

test('what is being renamed stands under its new name in its new place', () => {
  const takeBack = showRenamed('/a.txt', 'z.md');
  expect(names()).toEqual(['b.txt', 'docs', 'z.md']);
  expect(withPending(home, pendingChanges.getState()).items.at(-1)).toMatchObject({
    path: '/z.md',
    extension: '.md',
  });
  takeBack();
  expect(names()).toEqual(['docs', 'a.txt', 'b.txt']);
});
