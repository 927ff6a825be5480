import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { Selections } from './selections.ts';

const MIB = 1024 * 1024;
const MINUTE = 60_000;

test('a selection is forgotten after ten minutes', () => {
  let now = 0;
  const selections = new Selections(() => now);
  const id = selections.keep('user 1', { folder: ROOT, names: 'a' });

  now = 10 * MINUTE - 1;
  expect(selections.find('user 1', id, ROOT)?.names).toBe('a');
  now = 10 * MINUTE;
  expect(selections.find('user 1', id, ROOT)).toBeUndefined();
});

test('removes the oldest of many selections of a user, and none of others', () => {
  const selections = new Selections();
  const names = 'x'.repeat(5 * MIB);
  const other = selections.keep('user 2', { folder: ROOT, names: 'theirs' });
  const ids = Array.from({ length: 5 }, () => selections.keep('user 1', { folder: ROOT, names }));

  expect(ids.map((id) => selections.find('user 1', id, ROOT) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(selections.find('user 2', other, ROOT)?.names).toBe('theirs');
});

test('removes the oldest of very many small selections of a user too', () => {
  const selections = new Selections();
  const other = selections.keep('user 2', { folder: ROOT, names: 'theirs' });
  const ids = Array.from({ length: 1_100 }, () =>
    selections.keep('user 1', { folder: ROOT, names: 'a' }),
  );

  const kept = ids.filter((id) => selections.find('user 1', id, ROOT) !== undefined);
  expect(kept.length).toBeGreaterThan(1_000);
  expect(kept).toEqual(ids.slice(-kept.length));
  expect(kept).not.toContain(ids[0]);
  expect(selections.find('user 2', other, ROOT)?.names).toBe('theirs');
});
