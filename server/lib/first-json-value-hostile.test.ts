import { describe, expect, it } from 'vitest';
import { firstJsonValue } from './first-json-value.ts';

const MEGABYTE = 1024 * 1024;

describe('a body made to be slow to read', () => {
  it.each([
    ['a string of escaped quotes that never ends', `"${'\\"'.repeat(MEGABYTE / 2)}`],
    ['one that ends in the middle of an escape', `{"a":"${'\\"'.repeat(MEGABYTE / 2)}\\`],
    ['nothing but quotes', '"'.repeat(MEGABYTE)],
    ['nothing but brackets', '['.repeat(MEGABYTE)],
  ])('is read in linear time: %s', (_what, body) => {
    expect(firstJsonValue(body)).toBe(body);
  });

  it('is given back as it came when its string never ends', () => {
    expect(firstJsonValue('{"a":"b')).toBe('{"a":"b');
    expect(firstJsonValue('{"a":"b\\')).toBe('{"a":"b\\');
  });

  it('ends with its first value, whatever brackets stand in strings', () => {
    expect(firstJsonValue('{"a":"}\\"]"} rest')).toBe('{"a":"}\\"]"}');
    expect(firstJsonValue('[[1],{"b":2}][3]')).toBe('[[1],{"b":2}]');
    expect(firstJsonValue(' 1 {}')).toBe(' 1 {}');
  });
});
