import { expect, test } from 'vitest';
import { aShare } from '../../testing/a-share.ts';
import { sortShares, withNewestFirst } from './sort-shares.ts';

const hashes = (shares: readonly { hash: string }[]) => shares.map(({ hash }) => hash);

const late = aShare({ hash: 'late', expire: 3_000 });
const soon = aShare({ hash: 'soon', expire: 2_000 });
const ever = aShare({ hash: 'ever', created: '2026-01-02T00:00:00Z' });
const older = aShare({ hash: 'older', created: '2026-01-01T00:00:00Z' });

test('permanent shares come first, the others by expiry', () => {
  expect(hashes(sortShares([late, ever, soon, older]))).toEqual(['older', 'ever', 'soon', 'late']);
});

test('a new share is at the top', () => {
  expect(hashes(withNewestFirst([ever, soon, late], 'late'))).toEqual(['late', 'ever', 'soon']);
  expect(hashes(withNewestFirst([soon, ever], undefined))).toEqual(['ever', 'soon']);
});
