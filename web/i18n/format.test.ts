import { expect, test } from 'vitest';
import {
  capitalized,
  formatDate,
  formatDay,
  formatExactDate,
  formatNumber,
  formatNumericDate,
  formatRelativeDate,
  formatRoundSize,
  formatSize,
  formatTime,
  formatToTheSecond,
} from './format.ts';

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1_023, '1,023 B'],
  [1_024, '1 KiB'],
  [1_536, '1.5 KiB'],
  [1_048_575, '1 MiB'],
  [1_073_741_824, '1 GiB'],
  [655_360, '640 KiB'],
  [1_463_856_824, '1.36 GiB'],
  [2 ** 50, '1 PiB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatSize(bytes, 'en')).toBe(text);
});

test.each([
  [0, '0 B'],
  [17_899_500_000, '16.7 GiB'],
  [270_551_000_000, '252 GiB'],
  [1_463_856_824, '1.36 GiB'],
  [1024 ** 3 - 1, '1 GiB'],
])('%d bytes are about %s', (bytes, text) => {
  expect(formatRoundSize(bytes, 'en')).toBe(text);
});

test('sizes and numbers follow the language', () => {
  expect(formatSize(1_536, 'de')).toBe('1,5 KiB');
  expect(formatNumber(12_345, 'de')).toBe('12.345');
});

/** Intl separates some parts by narrow spaces. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test.each([
  ['en', '2 Jan 2026, 15:04'],
  ['en-GB', '2 Jan 2026, 15:04'],
  ['en-US', 'Jan 2, 2026, 3:04 PM'],
  ['de', '2. Jan. 2026, 15:04'],
  ['ja', '2026年1月2日 15:04'],
])('an exact date names the month in %s', (locale, text) => {
  expect(plain(formatExactDate(new Date(2026, 0, 2, 15, 4), locale))).toBe(text);
});

test.each([
  ['en', '02/01/2026 15:04'],
  ['en-US', '01/02/2026 3:04 PM'],
  ['de', '02.01.2026 15:04'],
])('the short date and time of %s have digits only', (locale, text) => {
  expect(plain(formatNumericDate(new Date(2026, 0, 2, 15, 4), locale))).toBe(text);
});

test('a record is exact to the second', () => {
  const date = new Date(2026, 0, 2, 3, 4, 5);
  expect(formatToTheSecond(date, 'en-GB')).toBe('2 Jan 2026, 03:04:05');
  expect(plain(formatToTheSecond(date, 'en-US'))).toBe('Jan 2, 2026, 3:04:05 AM');
});

test('the time of day is that of an exact date', () => {
  const date = new Date(2026, 0, 2, 3, 4);
  expect(formatTime(date, 'en-GB')).toBe('03:04');
  expect(plain(formatTime(date, 'en-US'))).toBe('3:04 AM');
  expect(formatExactDate(date, 'en-GB')).toContain(formatTime(date, 'en-GB'));
});

const now = new Date('2026-06-15T12:00:00Z');
test.each([
  ['2026-06-15T11:59:50Z', 'now'],
  ['2026-06-15T11:59:00Z', '1 minute ago'],
  ['2026-06-15T11:20:00Z', '40 minutes ago'],
  ['2026-06-15T10:00:00Z', '2 hours ago'],
  ['2026-06-14T12:00:00Z', 'yesterday'],
  ['2026-06-01T12:00:00Z', '14 days ago'],
  ['2026-04-15T12:00:00Z', '2 months ago'],
  ['2023-06-15T12:00:00Z', '3 years ago'],
  ['2026-06-15T14:00:00Z', 'in 2 hours'],
])('%s reads %s', (date, text) => {
  expect(formatRelativeDate(new Date(date), 'en', now)).toBe(text);
});

test('an invalid date has no text', () => {
  const invalid = new Date('nonsense');
  for (const format of [
    formatExactDate,
    formatToTheSecond,
    formatNumericDate,
    formatDay,
    formatTime,
  ]) {
    expect(format(invalid, 'en')).toBe('');
  }
  expect(formatRelativeDate(new Date('nonsense'), 'en')).toBe('');
});

test.each([
  ['2026-06-15T11:20:00Z', '40 minutes ago'],
  ['2026-06-09T12:00:00Z', '6 days ago'],
  ['2026-06-01T12:00:00Z', '1 Jun 2026'],
  ['2025-03-12T12:00:00Z', '12 Mar 2025'],
  ['2026-07-15T12:00:00Z', '15 Jul 2026'],
  ['nonsense', ''],
])('%s is the date %s', (date, text) => {
  expect(formatDate(new Date(date), 'en', now)).toBe(text);
});

test('the day follows the language', () => {
  expect(formatDate(new Date('2025-03-12T12:00:00Z'), 'de', now)).toBe('12. März 2025');
});

test('times of 24 hours have two digits, so that they stand below each other', () => {
  expect(formatExactDate(new Date(2026, 0, 2, 3, 4), 'es')).toBe('2 ene 2026, 03:04');
});

test.each([
  ['yesterday', 'en', 'Yesterday'],
  ['in 3 days', 'en', 'In 3 days'],
  ['3 days ago', 'en', '3 days ago'],
  ['içinde', 'tr', 'İçinde'],
  ['ör', 'sv-SE', 'Ör'],
  ['昨日', 'ja', '昨日'],
  ['', 'en', ''],
])('“%s” alone in %s begins with a capital: “%s”', (text, locale, shown) => {
  expect(capitalized(text, locale)).toBe(shown);
});
