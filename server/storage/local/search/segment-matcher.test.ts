import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { NameMatcher } from './segment-matcher.ts';
import { Segment } from './segment.ts';

/** Many alike, so that some letters are rare and others are not. */
const NAMES = [
  'xylophone',
  'a xylophone',
  'xylophonist',
  'phone',
  'stations',
  'railway-stations.txt',
  ...Array.from({ length: 400 }, (_, index) => `station-mountain-${index}`),
  'zebra stations',
  'xylo',
  'phones',
];

function segmentOf(names: readonly string[]): Segment {
  const segment = new Segment();
  segment.beginRun(0);
  for (const name of names) segment.add(name, 0);
  return segment;
}

function found(segment: Segment, word: string, from = 0): string[] {
  const matcher = new NameMatcher({ terms: [word], types: [], within: ROOT });
  return [...matcher.matchesIn(segment, from)].map((entry) => segment.nameOf(entry));
}

test.each([
  'xylophone',
  'phone',
  'ylo',
  'x',
  'stations',
  'railway-stations.txt',
  'tation-mountain-3',
  'mountain-399',
  'n-17',
  'no such name',
])('the word %o is found in all names that hold it, and in no others', (word) => {
  const segment = segmentOf(NAMES);
  const holding = NAMES.filter((name) => name.includes(word));
  expect(found(segment, word)).toEqual(holding);
  const later = NAMES.slice(100).filter((name) => name.includes(word));
  expect(found(segment, word, 100)).toEqual(later);
});

test('does not match across two names', () => {
  const segment = segmentOf(['xylo', 'phone']);
  expect(found(segment, 'xylophone')).toEqual([]);
  expect(found(segment, 'xylo')).toEqual(['xylo']);
});
