import { expect, test } from 'vitest';
import {
  addLines,
  beginRun,
  cleared,
  endRun,
  linesOf,
  MAX_LINES,
  type Output,
  textOf,
} from './output.ts';

const begin = (output: Output, id: number) =>
  beginRun(output, { id, folder: '/', line: `run ${id}` });
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${from + index}`);

function printed(output: Output): string[] {
  return output.flatMap((run) => textOf(run).split('\n'));
}

test('lines are appended to the running command in order', () => {
  let output = addLines(begin([], 1), ['a', '']);
  output = endRun(addLines(output, ['b']), { kind: 'exit', code: 0 });
  output = addLines(begin(output, 2), numbers(0, 450));
  output = addLines(output, numbers(450, 50));
  expect(output.map(textOf)).toEqual(['a\n\nb', numbers(0, 500).join('\n')]);
  expect(output.map(linesOf)).toEqual([3, 500]);
  expect(output.map(({ end }) => end)).toEqual([{ kind: 'exit', code: 0 }, undefined]);
});

test('rendered chunks stay unchanged while lines are added', () => {
  const before = addLines(begin([], 1), numbers(0, 500));
  const after = addLines(before, ['more']);
  expect(after[0]?.chunks.slice(0, 2)).toEqual(before[0]?.chunks.slice(0, 2));
  expect(after[0]?.chunks[0]).toBe(before[0]?.chunks[0]);
  expect(new Set(after[0]?.chunks.map(({ id }) => id)).size).toBe(after[0]?.chunks.length);
});

test('the newest ten thousand lines are kept, and the run is marked as truncated', () => {
  let output = endRun(addLines(begin([], 1), numbers(0, 300)), { kind: 'exit', code: 0 });
  output = begin(output, 2);
  for (let from = 0; from < 30_000; from += 320) output = addLines(output, numbers(from, 320));
  const lines = printed(output);
  expect(output.map(({ id, isCut }) => [id, isCut])).toEqual([[2, true]]);
  expect(lines.length).toBeGreaterThan(MAX_LINES - 200);
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  expect(lines.at(-1)).toBe('30079');
  expect(Number(lines[0])).toBe(30_080 - lines.length);
});

test('very long lines count towards the limit', () => {
  let output = begin([], 1);
  for (let n = 0; n < 40; n += 1) output = addLines(output, ['x'.repeat(65_536)]);
  expect(printed(output).join('').length).toBeLessThanOrEqual(1_048_576);
  expect(output.map(linesOf)).toEqual([16]);
});

test('clearing keeps only the running command', () => {
  const ended = endRun(addLines(begin([], 1), ['a']), { kind: 'cancelled' });
  expect(cleared(ended)).toEqual([]);
  const going = cleared(addLines(begin(ended, 2), ['b']));
  expect(going.map(({ id }) => id)).toEqual([2]);
  expect(printed(addLines(going, ['c']))).toEqual(['c']);
});

test('the number of runs is limited', () => {
  let output: Output = [];
  for (let id = 1; id <= 300; id += 1) output = endRun(begin(output, id), { kind: 'cancelled' });
  expect(output).toHaveLength(200);
  expect(output.at(-1)?.id).toBe(300);
});
