import { expect, test } from 'vitest';
import { latinDigits } from './latin-digits.ts';

test.each([
  ['10 MB', '10 MB'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
  ['\uff11\uff12', '12'],
  ['𝟘𝟙𝟡', '019'],
  ['½ ②', '½ ②'],
])('the digits of %j are %j', (text, latin) => {
  expect(latinDigits(text)).toBe(latin);
});
