import fc from 'fast-check';
import { withoutControls } from '../lib/without-controls.ts';
import { describe, expect, test } from 'vitest';
import {
  BYTES,
  contentDisposition,
  contentPolicy,
  inlineType,
  utf16Of,
} from './content-headers.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Everything a browser runs, or that can bring something that runs. */
const SCRIPTABLE = [
  'html htm xhtml xht shtml mjs cjs js jsx ts tsx xml xsl xslt rss atom json jsonld css htc hta',
  'mht mhtml swf jar wasm webmanifest appcache svgz rdf mathml vbs wsc htt php',
].flatMap((line) => line.split(' ').map((name) => `.${name}`));

const AS_TEXT = { type: undefined, isText: true };
const AS_BYTES = { type: undefined, isText: false };

/** Types that a browser runs, styles with, or takes instructions from. */
const RUN_BY_BROWSERS = /html|script|xml|json|css|xsl|flash|java|wasm|rfc822|multipart|manifest/;

describe('inline', () => {
  test.each(SCRIPTABLE)('%s never comes as something a browser runs', (extension) => {
    for (const spelling of [extension, extension.toUpperCase()]) {
      for (const sniffed of [AS_TEXT, AS_BYTES, { type: 'text/html', isText: true }]) {
        const type = inlineType(spelling, sniffed);
        if (type !== 'image/svg+xml') expect(type).not.toMatch(RUN_BY_BROWSERS);
        expect(contentPolicy(type)).toMatch(/(^|; )sandbox$/);
      }
    }
  });

  test('whatever the first bytes look like, they never make it something a browser runs', () => {
    for (const type of ['text/html', 'text/xml', 'application/javascript', 'application/json']) {
      for (const isText of [true, false]) {
        expect([TEXT, BYTES]).toContain(inlineType('', { type, isText }));
      }
    }
  });

  test('a file named .pdf comes as a PDF only when it begins like one', () => {
    const pdf = { type: 'application/pdf', isText: false };
    expect(inlineType('.pdf', pdf)).toBe('application/pdf');
    expect(inlineType('.pdf', AS_BYTES)).toBe(BYTES);
    expect(inlineType('.pdf', AS_TEXT)).toBe(TEXT);
    expect(inlineType('.pdf', { type: 'image/png', isText: false })).toBe(BYTES);
  });

  test('a byte order mark determines the charset of text only', () => {
    const little = utf16Of(Buffer.from('\ufeffhi', 'utf16le'));
    const big = utf16Of(Buffer.from([0xfe, 0xff, 0, 0x68]));
    expect(inlineType('.txt', { ...AS_BYTES, charset: little })).toBe(
      'text/plain; charset=utf-16le',
    );
    expect(inlineType('.csv', { ...AS_BYTES, charset: big })).toBe('text/csv; charset=utf-16be');
    expect(inlineType('', { type: 'text/plain', isText: false, charset: little })).toBe(
      'text/plain; charset=utf-16le',
    );
    expect(inlineType('.png', { ...AS_BYTES, charset: little })).toBe('image/png');
    expect(utf16Of(Buffer.from('\ufeffhi'))).toBeUndefined();
    expect(utf16Of(new Uint8Array())).toBeUndefined();
  });

  test.each(['.html', '.xhtml', '.js', '.mjs', '.xml', '.json', '.css', '.ts', '.yaml', '.txt'])(
    '%s comes as plain text',
    (extension) => {
      expect(inlineType(extension, AS_TEXT)).toBe(TEXT);
    },
  );

  test.each([
    ['.png', 'image/png'],
    ['.PNG', 'image/png'],
    ['.jpg', 'image/jpeg'],
    ['.svg', 'image/svg+xml'],
    ['.mp4', 'video/mp4'],
    ['.webm', 'video/webm'],
    ['.mp3', 'audio/mpeg'],
    ['.flac', 'audio/x-flac'],
    ['.woff2', 'font/woff2'],
    ['.csv', 'text/csv; charset=utf-8'],
    ['.zip', 'application/zip'],
    ['.exe', BYTES],
  ])('%s comes as %s', (extension, type) => {
    expect(inlineType(extension, AS_BYTES)).toBe(type);
  });

  test('an unknown name is sent as text or bytes, by its contents', () => {
    for (const extension of ['', '.', '.unheard-of']) {
      expect(inlineType(extension, AS_TEXT)).toBe(TEXT);
      expect(inlineType(extension, AS_BYTES)).toBe(BYTES);
      expect(inlineType(extension, { type: 'image/png', isText: false })).toBe('image/png');
    }
  });

  test('an SVG is a picture in a sandbox; only a PDF is not, and it may load and run nothing', () => {
    expect(contentPolicy('image/svg+xml')).toContain('sandbox');
    expect(contentPolicy('image/svg+xml')).toContain("default-src 'none'");
    expect(contentPolicy('application/pdf')).not.toContain('sandbox');
    expect(contentPolicy('application/pdf')).toContain("default-src 'none'");
    expect(contentPolicy('application/pdf')).toContain("frame-ancestors 'self'");
  });
});

describe('the name of a download', () => {
  test.each([
    ['a.txt', 'a.txt'],
    ['two words.txt', 'two%20words.txt'],
    ['"quoted".txt', '%22quoted%22.txt'],
    ["it's (1)*!.txt", 'it%27s%20%281%29%2A%21.txt'],
    ['a\r\nSet-Cookie: x=1', 'a__Set-Cookie:%20x=1'],
    ['a;b,c', 'a%3Bb%2Cc'],
    ['😀.png', '%F0%9F%98%80.png'],
    ['\u202Egnp.exe', '_gnp.exe'],
    ['a\u2066b\u200E\u2028c\u001b', 'a_b__c_'],
    ['עברית', '%D7%A2%D7%91%D7%A8%D7%99%D7%AA'],
    ['100%', '100%25'],
    ['a%20b', 'a%2520b'],
    ['a$b&c+d:e=f@g', 'a$b&c+d:e=f@g'],
    ['back\\slash', 'back%5Cslash'],
  ])('%j is told as %s', (name, encoded) => {
    expect(contentDisposition('attachment', name)).toBe(`attachment; filename*=utf-8''${encoded}`);
    expect(contentDisposition('inline', name)).toBe(`inline; filename*=utf-8''${encoded}`);
  });

  test('is encoded in characters that any header can contain, and can be decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^[!#-:=-~ ;]*$/);
        const encoded = header.slice("attachment; filename*=utf-8''".length);
        expect(encoded).not.toMatch(/[;, "'\\]/);
        expect(decodeURIComponent(encoded)).toBe(withoutControls(name));
      }),
    );
  });
});
