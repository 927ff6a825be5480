import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

test('keeps an address of this page', () => {
  expect(redirectTarget('/files/a%252Fb/100%25?x=1')).toBe('/files/a%252Fb/100%25?x=1');
});

test.each([
  null,
  '',
  'files/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login?redirect=/login',
])('%j leads home', (wanted) => {
  expect(redirectTarget(wanted)).toBe('/files/');
});
