import { describe, expect, test } from 'vitest';
import { aShare } from '../../testing/a-share.ts';
import { FIRST_SORTING, matchingShares, sortedShares } from './visible-shares.ts';

const hashes = (shares: readonly { hash: string }[]) => shares.map(({ hash }) => hash);

describe('the order of shares', () => {
  const late = aShare({ hash: 'late', expire: 2_000, path: '/b.txt' });
  const soon = aShare({ hash: 'soon', expire: 1_000, path: '/c.txt' });
  const forever = aShare({ hash: 'forever', expire: 0, path: '/z.txt' });

  test('shares that expire soonest come first, permanent ones last', () => {
    const shares = [late, forever, soon];
    expect(hashes(sortedShares(shares, FIRST_SORTING, 'en'))).toEqual(['soon', 'late', 'forever']);
    const latest = sortedShares(shares, { by: 'expire', isAscending: false }, 'en');
    expect(hashes(latest)).toEqual(['forever', 'late', 'soon']);
  });

  test('permanent shares are sorted by their paths', () => {
    const other = aShare({ hash: 'other', expire: 0, path: '/a.txt' });
    const sorted = sortedShares([forever, other], FIRST_SORTING, 'en');
    expect(hashes(sorted)).toEqual(['other', 'forever']);
  });

  test('numbers in names sort by value', () => {
    const shares = ['/10.txt', '/9.txt', '/B', '/a'].map((path) => aShare({ hash: path, path }));
    const sorted = sortedShares(shares, { by: 'path', isAscending: true }, 'en');
    expect(hashes(sorted)).toEqual(['/9.txt', '/10.txt', '/a', '/B']);
  });

  test('the most used shares come first in descending order', () => {
    const often = aShare({ hash: 'often', opened: 9, downloaded: 4 });
    const seldom = aShare({ hash: 'seldom', opened: 1 });
    const sorted = sortedShares([seldom, often], { by: 'used', isAscending: false }, 'en');
    expect(hashes(sorted)).toEqual(['often', 'seldom']);
  });

  test('shares of one owner are adjacent', () => {
    const ofBert = aShare({ hash: 'b', username: 'bert', path: '/a' });
    const ofAnna = aShare({ hash: 'a', username: 'Anna', path: '/z' });
    const sorted = sortedShares([ofBert, ofAnna], { by: 'owner', isAscending: true }, 'en');
    expect(hashes(sorted)).toEqual(['a', 'b']);
  });
});

describe('the results of a search', () => {
  const holiday = aShare({ hash: 'holiday', path: '/Photos/Été 2024/', username: 'anna' });
  const report = aShare({ hash: 'report', path: '/work/report.pdf', username: 'Bert' });
  const shares = [holiday, report];

  test.each([
    ['the middle of a name', 'epor', ['report']],
    ['a folder on the way', 'photos', ['holiday']],
    ['other case, and without accents', 'ete', ['holiday']],
    ['an owner', 'BERT', ['report']],
    ['with spaces around', '  work ', ['report']],
    ['nothing in particular', ' ', ['holiday', 'report']],
    ['what is not there', 'xyz', []],
  ])('%s', (_, text, found) => {
    expect(hashes(matchingShares(shares, text))).toEqual(found);
  });
});
