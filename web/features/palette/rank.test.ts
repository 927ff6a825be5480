import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const found = (labels: readonly (string | { label: string; recency: number })[], query: string) =>
  rank(
    labels.map((one) => (typeof one === 'string' ? { label: one } : one)),
    query.split(' '),
  ).map(({ item }) => item.label);

test('the whole label comes first, then its beginning, then words, then any position', () => {
  expect(found(['Unshare', 'File share', 'Share link', 'Share', 'Copy'], 'share')).toEqual([
    'Share',
    'Share link',
    'File share',
    'Unshare',
  ]);
});

test('what was used lately precedes equal matches, but not better ones', () => {
  const labels = [
    'Move to',
    { label: 'Movies', recency: 1 },
    { label: 'Moved', recency: 0 },
    { label: 'Remove', recency: 0 },
  ];
  expect(found(labels, 'mov')).toEqual(['Moved', 'Movies', 'Move to', 'Remove']);
});

test('all words must match, in any order and without accents', () => {
  expect(found(['Résumé draft.txt', 'resume.txt', 'draft.txt'], 'draft resume')).toEqual([
    'Résumé draft.txt',
  ]);
});

test('a later word start counts where the first match is inside a word', () => {
  expect(found(['import port', 'import'], 'port')).toEqual(['import port', 'import']);
});

test('equal matches keep their order', () => {
  expect(found(['new b', 'new a'], 'new')).toEqual(['new b', 'new a']);
});
