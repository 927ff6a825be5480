import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { headerOf } from './picture-bytes.test-tools.ts';
import { beginsWithSvg } from './svg-header.ts';

test.each([
  '<svg>',
  '<svg/>',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<svg\nwidth="1">',
  '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
  ' \r\n\t<svg>',
  '\u00ef\u00bb\u00bf<svg>',
  '<?xml version="1.0"?><svg>',
  '<?xml version="1.0"?><?xml-stylesheet href="a.css"?>\n<!-- a > b --><svg>',
  '<!DOCTYPE svg><svg>',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg>',
  '<!DOCTYPE svg [<!ENTITY a "b>c"> <!ENTITY d "e">]>\n<svg>',
])('%j begins an SVG', (text) => {
  expect(beginsWithSvg(text)).toBe(true);
});

test.each([
  '',
  ' ',
  '<',
  '<svg',
  '<svgx>',
  '<SVG>',
  '<html><svg>',
  'text <svg>',
  '<!-- <svg>',
  '<?xml <svg>',
  '<!DOCTYPE svg',
  '<!DOCTYPE svg [<!ENTITY a "b">',
  '<!DOCTYPE svg [<!ENTITY a "b">]',
  '<!DOCTYPE html><html><svg>',
  '<!-- --><!-- --><p>',
  '\u00ef\u00bb\u00bf\u00ef\u00bb\u00bf<svg>',
])('%j does not', (text) => {
  expect(beginsWithSvg(text)).toBe(false);
});

test('the drawing of this product has no size in pixels, and is no SVG before its first element', async () => {
  const path = new URL('../../../web/public/img/icons/favicon.svg', import.meta.url);
  const bytes = await readFile(fileURLToPath(path));
  const expected = { format: 'svg', width: 0, height: 0, orientation: 1, isAnimated: false };
  expect(await headerOf(bytes)).toMatchObject(expected);
  const first = bytes.indexOf('<svg') + 5;
  for (let length = 0; length <= bytes.length; length += 1) {
    const header = await headerOf(bytes.subarray(0, length));
    expect(header?.format).toBe(length < first ? undefined : 'svg');
  }
});

test('the first element has to be within the first 4,096 bytes', async () => {
  const svg = (comment: number) => Buffer.from(`<!--${'-'.repeat(comment)}--><svg>`);
  expect(await headerOf(svg(4_096 - 12))).toMatchObject({ format: 'svg' });
  expect(await headerOf(svg(4_096))).toBeUndefined();
});

test('a long prologue is read in one pass', () => {
  expect(beginsWithSvg(`${'<!---->'.repeat(200_000)}<svg>`)).toBe(true);
  expect(beginsWithSvg('<!DOCTYPE '.repeat(200_000))).toBe(false);
});
