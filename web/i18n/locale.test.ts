import { expect, test } from 'vitest';
import { validLocale } from './locale.ts';

test('a language that the browser knows is used as it is', () => {
  expect(validLocale('pt-br')).toBe('pt-br');
});

test('a language that is no tag at all gives way to the language of the browser', () => {
  expect(validLocale('not_a_tag!')).toBe(navigator.language);
  expect(validLocale('')).toBe(navigator.language);
});
