import { describe, expect, it } from 'vitest';
import { textOf } from './text-of.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the text of a file', () => {
  it.each([
    ['UTF-8', bytes('naïve 漢字 😀')],
    ['UTF-8 with a byte order mark', bytes('\ufeffnaïve 漢字 😀')],
  ])('is read in %s', (_, contents) => {
    expect(textOf(contents, { isCut: false })).toBe('naïve 漢字 😀');
  });

  it('is read in UTF-16', () => {
    expect(textOf(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42, 0), { isCut: false })).toBe('AB');
    expect(textOf(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42), { isCut: true })).toBe('A');
  });

  it('is read in Windows-1252', () => {
    expect(textOf(Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x20, 0x80), { isCut: false })).toBe(
      'café €',
    );
  });

  it.each([1, 2, 3])('is read when truncated after %i bytes', (kept) => {
    const whole = bytes('text 😀');
    expect(textOf(whole.subarray(0, whole.length - 4 + kept), { isCut: true })).toBe('text ');
    expect(textOf(whole, { isCut: true })).toBe('text 😀');
  });

  it('is empty for an empty file', () => {
    expect(textOf(new Uint8Array(), { isCut: false })).toBe('');
  });

  it('is undefined for programs and pictures', () => {
    expect(textOf(bytes('\u007fELF\u0001\u0002'), { isCut: false })).toBeUndefined();
    expect(textOf(Uint8Array.of(0x50, 0, 0x51), { isCut: false })).toBeUndefined();
    const noise = Uint8Array.from({ length: 500 }, (_, index) => 0x80 + (index % 0x7f));
    expect(textOf(noise, { isCut: true })).toBeUndefined();
  });
});
