import { beforeAll, expect, test } from 'vitest';
import { addMessages, i18n, startI18n } from './i18n.ts';
import de from './languages/de.json';
import en from './languages/en.json';
import fa from './languages/fa.json';
import ptBr from './languages/pt-br.json';
import pt from './languages/pt.json';

beforeAll(() => {
  startI18n(en);
  addMessages('de', de);
  addMessages('fa', fa);
  addMessages('pt', pt);
  addMessages('pt-br', ptBr);
});

test.each([
  ['en', '1,001 files'],
  ['de', '1.001 Dateien'],
  ['fa', '۱٬۰۰۱ فایل'],
] as const)('numbers in sentences are written as in %s', (language, said) => {
  const text = i18n.getFixedT(language)('listing.fileCount', { count: 1_001 });
  expect(text.replaceAll(/[\u2068\u2069]/g, '')).toBe(said);
});

test('a number passed as text has plain digits', () => {
  expect(i18n.t('terminal.end.exit', { code: '1001' })).toBe('Exit code 1001');
});

test('zero is plural in Portugal and singular in Brazil', () => {
  const none = { count: 0 };
  expect(i18n.getFixedT('pt')('listing.fileCount', none)).toBe('0 ficheiros');
  expect(i18n.getFixedT('pt-br')('listing.fileCount', none)).toBe('0 arquivo');
});
