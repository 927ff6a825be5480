import { expect, test } from 'vitest';
import { dateSections } from './date-sections.ts';

const NOW = new Date(2026, 10, 28, 12).getTime();
const at = (...time: [number, number, number, number?]) => ({
  modified: new Date(...time).toISOString(),
});
const titles = (files: { modified: string }[], locale = 'en-GB') =>
  dateSections(files, locale, NOW).map(({ title, count }) => `${title}: ${count}`);

test('files of few days have a heading for each local day', () => {
  const files = [
    at(2026, 10, 28, 11),
    at(2026, 10, 28, 0),
    at(2026, 10, 27, 23),
    at(2025, 2, 12, 8),
    at(2025, 2, 12, 7),
  ];
  expect(titles(files)).toEqual(['Today: 2', 'Yesterday: 1', '12 Mar 2025: 2']);
  expect(titles(files.toReversed())).toEqual(['12 Mar 2025: 2', 'Yesterday: 1', 'Today: 2']);
});

test('files of more than 31 days have a heading for each month', () => {
  const files = Array.from({ length: 40 }, (_, day) => at(2025, 0, 1 + day));
  expect(titles(files.slice(0, 31))).toHaveLength(31);
  expect(titles(files)).toEqual(['January 2025: 31', 'February 2025: 9']);
  expect(titles(files, 'pt')).toEqual(['Janeiro de 2025: 31', 'Fevereiro de 2025: 9']);
});

test('months are those of the calendar of the language', () => {
  // The Persian months Dey, Bahman and Esfand began on 21 December, 20 January and 19 February.
  const files = Array.from({ length: 60 }, (_, day) => at(2025, 0, 1 + day));
  expect(titles(files, 'fa')).toEqual(['۱۴۰۳ دی: 19', '۱۴۰۳ بهمن: 30', '۱۴۰۳ اسفند: 11']);
});

test('no files have no headings', () => {
  expect(titles([])).toEqual([]);
});
