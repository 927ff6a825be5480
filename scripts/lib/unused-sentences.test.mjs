import { expect, test } from 'vitest';
import { missingValues, unusedKeys } from './unused-sentences.mjs';

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

test('a placeholder that a call does not pass is found', () => {
  const sentences = new Map([
    ['editor.notRead', '“{{name}}”. {{reason}}'],
    ['listing.count_other', '{{count}} items'],
  ]);
  const calls = ["t('editor.notRead', { name: f(a, b) })", "t('listing.count')", "t('other.key')"];
  expect(missingValues(sentences, calls)).toEqual([
    'editor.notRead: a call does not pass {{reason}}',
    'listing.count: a call does not pass {{count}}',
  ]);
  const correct = [
    "t('editor.notRead', { name, reason: failureText(t, failure) })",
    "t('editor.notRead', {\n  name: file.name,\n  // Short, and of one line.\n  reason,\n})",
    "t('editor.notRead', { ...words, name })",
  ];
  expect(missingValues(sentences, correct)).toEqual([]);
});
