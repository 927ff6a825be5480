import { LANGUAGES } from '#contract/languages.ts';
import { expect, test } from 'vitest';
import { languageOptions } from './language-options.ts';

const labelOf = (stored: string) =>
  languageOptions(stored).find(({ value }) => value === stored)?.label;

test('all languages are offered under their own names', () => {
  const offered = languageOptions('en').map(({ value }) => value);
  expect(offered.toSorted()).toEqual([...LANGUAGES]);
  expect(labelOf('de')).toBe('Deutsch');
  expect(labelOf('zh-tw')).toBe('中文（繁體）');
});

test('an alias selects its language', () => {
  expect(labelOf('pt-pt')).toBe('Português');
  expect(labelOf('zh_TW')).toBe('中文（繁體）');
  expect(languageOptions('pt-pt')).toHaveLength(LANGUAGES.length);
});

test('an unsupported stored language stays selectable', () => {
  expect(labelOf('da')).toBe('dansk');
});

test('a stored invalid language is shown as it is', () => {
  expect(labelOf('xx_no_such-tag!')).toBe('xx_no_such-tag!');
  expect(labelOf('')).toBe('–');
});
