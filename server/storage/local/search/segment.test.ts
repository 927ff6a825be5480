import { foldText } from '#contract/fold-text.ts';
import { expect, it } from 'vitest';
import { Segment } from './segment.ts';

const UGLY = [
  'plain.txt',
  'IMG_0001.JPG',
  'Übersicht für Straße.pdf',
  'über',
  'ÄÖÜ',
  'e\u0301te\u0301',
  'new\nline',
  'İstanbul',
  '東京.png',
  '東京 Report.PNG',
  '\u00ad',
  '😀 Smile',
  'x'.repeat(255),
  'ﷺ'.repeat(85),
  ' ',
];

it('returns every name as it was written, also after it was sealed', () => {
  const segment = new Segment();
  segment.beginRun(0);
  for (const name of UGLY) segment.add(name, 0);
  for (const each of [segment, segment.sealed()]) {
    expect(UGLY.map((_, entry) => each.nameOf(entry))).toEqual(UGLY);
    const folded = UGLY.map((_, entry) => Buffer.from(each.foldedBytesOf(entry), 'latin1'));
    expect(folded.map(String)).toEqual(UGLY.map(foldText));
  }
});

it('returns names of any characters', () => {
  const random = randomNumbers(7);
  const names = Array.from({ length: 3_000 }, () =>
    String.fromCodePoint(
      ...Array.from({ length: 1 + (random() % 12) }, () => signFrom(random)),
    ).toWellFormed(),
  );
  const segment = new Segment();
  segment.beginRun(0);
  for (const name of names) segment.add(name, 0);
  expect(names.map((_, entry) => segment.sealed().nameOf(entry))).toEqual(names);
});

it('finds the name of each byte, and the folder of each name', () => {
  const segment = new Segment();
  segment.beginRun(3);
  segment.add('a', 1);
  segment.add('Bc', 2);
  segment.beginRun(8);
  segment.beginRun(9);
  segment.add('d', 5);
  const { text } = segment;
  expect(text.toString()).toBe('a\0bc\0d\0');
  expect([...text.keys()].map((at) => segment.entryAt(at))).toEqual([0, 0, 1, 1, 1, 2, 2]);
  expect([0, 1, 2, 3].map((run) => segment.runStart(run))).toEqual([0, 2, 2, 3]);
  expect([0, 1, 2].map((run) => segment.folderOfRun(run))).toEqual([3, 8, 9]);
  expect([0, 1, 2].map((entry) => segment.flagsOf(entry))).toEqual([1, 2, 5]);
});

it('can be reused without traces of earlier names', () => {
  const segment = new Segment();
  segment.beginRun(0);
  segment.add('ALL CAPITALS', 0);
  segment.kill(0);
  segment.clear();
  segment.beginRun(1);
  segment.add('no capitals', 0);
  expect(segment.nameOf(0)).toBe('no capitals');
  expect([segment.count, segment.dead, segment.runs]).toEqual([1, 0, 1]);
  expect(segment.isDead(0)).toBe(false);
});

function signFrom(random: () => number): number {
  const planes = [0x80, 0x250, 0x3000, 0x1_0000, 0x2_0000];
  return 1 + (random() % ((planes[random() % planes.length] ?? 0x80) - 1));
}

/** Generates the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}
