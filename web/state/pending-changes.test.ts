import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { folderQuery } from '../api/files.ts';
import { aFolder, anEntry } from '../testing/fake-server.ts';
import {
  hideWhile,
  noteAppeared,
  onHappened,
  showRenamedWhile,
  vacated,
} from './change-entries.ts';
import {
  isBeingDeleted,
  pendingChanges,
  settledPath,
  shownPath,
  withPending,
} from './pending-changes.ts';

const home = aFolder('/', [
  anEntry('/docs', { isDir: true }),
  anEntry('/a.txt'),
  anEntry('/b.txt'),
]);
const pending = () => pendingChanges.getState().changes;
const names = () => withPending(home, pending()).items.map(({ name }) => name);
const shownIn = { queries: new QueryClient(), folder: '' };

/** Returns work that the test ends. */
function held<Result>() {
  let end: (result: Result) => void = () => {};
  const work = new Promise<Result>((resolve) => (end = resolve));
  return { work, end: (result: Result) => end(result) };
}

const pendingCount = () => pending().length;

afterEach(async () => {
  await vi.waitUntil(() => pendingCount() === 0);
});

test('a folder without pending changes stays the same object', async () => {
  expect(withPending(home, pending())).toBe(home);
  const { work, end } = held<readonly string[]>();
  const shown = hideWhile(shownIn, ['/elsewhere/x'], work);
  expect(withPending(home, pending())).toBe(home);
  end([]);
  await shown;
});

test('entries are hidden until each of several deletions has ended', async () => {
  const [first, second] = [held<readonly string[]>(), held<readonly string[]>()];
  void hideWhile(shownIn, ['/a.txt', '/docs'], first.work);
  void hideWhile(shownIn, ['/b.txt'], second.work);
  expect(names()).toEqual([]);
  first.end([]);
  await expect.poll(names).toEqual(['docs', 'a.txt']);
  second.end([]);
  await expect.poll(names).toEqual(['docs', 'a.txt', 'b.txt']);
});

test('changes that have happened are reported without those that failed', async () => {
  const reported: unknown[] = [];
  const stop = onHappened(({ moves }) => reported.push([...moves.keys()]));
  await hideWhile(shownIn, ['/a.txt', '/docs'], Promise.resolve(['/a.txt']));
  await showRenamedWhile(shownIn, { path: '/b.txt', name: 'c.txt' }, Promise.resolve(true));
  await showRenamedWhile(shownIn, { path: '/a.txt', name: 'd.txt' }, Promise.resolve(false));
  await vi.waitUntil(() => pendingCount() === 0);
  stop();
  expect(reported).toEqual([['/a.txt'], ['/b.txt'], []]);
});

test('a renamed entry is sorted by its new name', async () => {
  const { work, end } = held<boolean>();
  void showRenamedWhile(shownIn, { path: '/a.txt', name: 'z.md' }, work);
  expect(names()).toEqual(['b.txt', 'docs', 'z.md']);
  expect(withPending(home, pending()).items.at(-1)).toMatchObject({
    path: '/z.md',
    extension: '.md',
  });
  end(false);
  await expect.poll(names).toEqual(['docs', 'a.txt', 'b.txt']);
});

test('repeated renames show the last name, and renaming back the first', async () => {
  const renames = [held<boolean>(), held<boolean>()];
  void showRenamedWhile(
    shownIn,
    { path: '/a.txt', name: 'c.txt' },
    renames[0]?.work ?? held<boolean>().work,
  );
  void showRenamedWhile(
    shownIn,
    { path: '/c.txt', name: 'd.txt' },
    renames[1]?.work ?? held<boolean>().work,
  );
  expect(shownPath('/a.txt', pending())).toBe('/d.txt');
  for (const { end } of renames) end(true);
  await expect.poll(pendingCount).toBe(0);

  const back = [held<boolean>(), held<boolean>()];
  void showRenamedWhile(
    shownIn,
    { path: '/a.txt', name: 'c.txt' },
    back[0]?.work ?? held<boolean>().work,
  );
  void showRenamedWhile(
    shownIn,
    { path: '/c.txt', name: 'a.txt' },
    back[1]?.work ?? held<boolean>().work,
  );
  expect(shownPath('/a.txt', pending())).toBe('/a.txt');
  for (const { end } of back) end(true);
});

test('deleting an entry by its new name hides it', async () => {
  const [rename, deletion] = [held<boolean>(), held<readonly string[]>()];
  void showRenamedWhile(shownIn, { path: '/a.txt', name: 'c.txt' }, rename.work);
  void hideWhile(shownIn, ['/c.txt'], deletion.work);
  expect(names()).toEqual(['b.txt', 'docs']);
  rename.end(true);
  deletion.end([]);
});

test.each([
  { end: true, path: '/c.txt' },
  { end: false, path: '/a.txt' },
])('the path on the server is known when the rename has ended ($end)', async ({ end, path }) => {
  const rename = held<boolean>();
  void showRenamedWhile(shownIn, { path: '/a.txt', name: 'c.txt' }, rename.work);
  const settled = settledPath('/c.txt');
  rename.end(end);
  expect(await settled).toBe(path);
  await expect.poll(pendingCount).toBe(0);
  expect(await settledPath('/c.txt')).toBe('/c.txt');
});

test('entries stay hidden while a second deletion of them is under way', async () => {
  const [first, second] = [held<readonly string[]>(), held<readonly string[]>()];
  void hideWhile(shownIn, ['/a.txt'], first.work);
  void hideWhile(shownIn, ['/a.txt'], second.work);
  const isFirstOver = new Promise<void>((resolve) => pendingChanges.subscribe(() => resolve()));
  first.end([]);
  await isFirstOver;
  expect(names()).toEqual(['docs', 'b.txt']);
  second.end([]);
});

test('a renamed entry is shown under a name that a deleted one had', () => {
  const [deletion, rename] = [held<readonly string[]>(), held<boolean>()];
  void hideWhile(shownIn, ['/a.txt'], deletion.work);
  void showRenamedWhile(shownIn, { path: '/b.txt', name: 'a.txt' }, rename.work);
  expect(names()).toEqual(['a.txt', 'docs']);
  expect(isBeingDeleted('/a.txt', pending())).toBe(false);
  deletion.end([]);
  rename.end(false);
});

test('a renamed entry is shown under a name that another one has left', () => {
  const [first, second] = [held<boolean>(), held<boolean>()];
  void showRenamedWhile(shownIn, { path: '/b.txt', name: 'c.txt' }, first.work);
  void showRenamedWhile(shownIn, { path: '/a.txt', name: 'b.txt' }, second.work);
  expect(names()).toEqual(['b.txt', 'c.txt', 'docs']);
  for (const { end } of [first, second]) end(false);
});

test('a new entry is shown although one of its name is still being deleted with others', async () => {
  const deletion = held<readonly string[]>();
  void hideWhile(shownIn, ['/a.txt', '/b.txt'], deletion.work);
  noteAppeared(['/a.txt']);
  expect(names()).toEqual(['docs', 'a.txt']);
  deletion.end(['/a.txt', '/b.txt']);
});

test('a name is vacated when the changes of those who had it have ended', async () => {
  const [deletion, rename] = [held<readonly string[]>(), held<boolean>()];
  void hideWhile(shownIn, ['/a.txt'], deletion.work);
  const isVacated = vi.fn<() => void>();
  void vacated('/a.txt')?.then(isVacated);
  void showRenamedWhile(shownIn, { path: '/b.txt', name: 'a.txt' }, rename.work);
  expect(vacated('/c.txt')).toBeUndefined();
  expect(isVacated).not.toHaveBeenCalled();
  deletion.end(['/a.txt']);
  await vi.waitFor(() => expect(isVacated).toHaveBeenCalled());
  rename.end(false);
});

test('a change stays visible when its folder cannot be read again', async () => {
  const queries = new QueryClient();
  const { queryKey } = folderQuery('/');
  queries.setQueryData(queryKey, home);
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => Promise.reject(new Error('no connection')),
    retry: false,
    staleTime: Infinity,
  });
  const leave = observer.subscribe(() => {});
  const known = () => queries.getQueryData(queryKey)?.items.map(({ name }) => name);

  await showRenamedWhile(
    { queries, folder: '' },
    { path: '/a.txt', name: 'c.txt' },
    Promise.resolve(true),
  );
  expect(known()).toEqual(['b.txt', 'c.txt', 'docs']);
  await hideWhile({ queries, folder: '' }, ['/b.txt', '/docs'], Promise.resolve(['/b.txt']));
  expect(known()).toEqual(['c.txt', 'docs']);
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  leave();
});
