import { expect, test } from 'vitest';
import { unusedKeys } from './unused-sentences.mjs';

const KEYS = [
  'listing.files',
  'listing.count_one',
  'listing.count_other',
  'rules.deny',
  'rules.a.b',
];

test('a sentence is said where its key stands, whole or without its plural form', () => {
  const sources = ["t('listing.files')", "t('listing.count', { count })"];
  expect(unusedKeys(KEYS, sources)).toEqual(['rules.deny', 'rules.a.b']);
});

test('a key that is put together says those of its level only', () => {
  expect(unusedKeys(KEYS, ['t(`rules.${verdict}`)', 't(`listing.${what}`)'])).toEqual([
    'rules.a.b',
  ]);
});

test('what only looks like a key says nothing', () => {
  expect(unusedKeys(['rules.deny'], ['`${rules}.deny`', "'rules.denyAll'"])).toEqual([
    'rules.deny',
  ]);
});
