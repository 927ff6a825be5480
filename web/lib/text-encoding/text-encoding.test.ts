import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText, ENCODINGS, encodingsOf, type Encoding } from './text-encoding.ts';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

/** Returns the encoding and text of bytes as the editor opens them. */
function opened(bytes: Uint8Array): [Encoding, string | undefined] | undefined {
  const [encoding] = encodingsOf(bytes);
  return encoding && [encoding, decodeText(bytes, encoding)];
}

test.each([
  ['plain ASCII', bytesOf(0x61), 'utf-8', 'a'],
  ['nothing', bytesOf(), 'utf-8', ''],
  ['UTF-8', bytesOf(0xc3, 0xa4), 'utf-8', 'ä'],
  ['UTF-8 with its mark', bytesOf(0xef, 0xbb, 0xbf, 0xc3, 0xa4), 'utf-8-bom', 'ä'],
  ['UTF-16 LE', bytesOf(0xff, 0xfe, 0xe4, 0x00), 'utf-16le', 'ä'],
  ['UTF-16 BE', bytesOf(0xfe, 0xff, 0x00, 0xe4), 'utf-16be', 'ä'],
  ['Latin-1', bytesOf(0xe4), 'latin-1', 'ä'],
  ['Windows-1252', bytesOf(0x80, 0xe4), 'windows-1252', '€ä'],
  ['half of a pair in UTF-16', bytesOf(0xff, 0xfe, 0x00, 0xd8), 'utf-16le', '\ud800'],
])('%s is recognised', (_, bytes, encoding, text) => {
  expect(opened(bytes)).toEqual([encoding, text]);
});

test.each([
  ['a NUL', bytesOf(0x61, 0x00)],
  ['a NUL in UTF-16', bytesOf(0xff, 0xfe, 0x00, 0x00)],
  ['half a character of UTF-16', bytesOf(0xff, 0xfe, 0x61)],
])('bytes with %s are no text', (_, bytes) => {
  expect(encodingsOf(bytes)).toEqual([]);
});

test('bytes opened as text are saved unchanged in each offered encoding', () => {
  const marks = fc.constantFrom<number[]>([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ unit: 'grapheme' }).map((text) => new TextEncoder().encode(text)),
  );
  fc.assert(
    fc.property(marks, bodies, (mark, body) => {
      const bytes = Uint8Array.from([...mark, ...body]);
      for (const encoding of encodingsOf(bytes)) {
        const text = decodeText(bytes, encoding);
        expect(text).toBeDefined();
        expect(encodeText(text ?? '', encoding)).toEqual(bytes);
      }
    }),
    { numRuns: 500 },
  );
});

test('a text that an encoding can represent round-trips', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...ENCODINGS), (text, encoding) => {
      const bytes = encodeText(text, encoding);
      if (bytes && !text.includes('\0')) expect(decodeText(bytes, encoding)).toBe(text);
    }),
  );
});

test.each([
  ['latin-1', '€'],
  ['latin-1', 'Ω'],
  ['windows-1252', 'Ω'],
  ['windows-1252', '😀'],
  ['utf-8', '\ud800'],
] as const)('%s refuses to write %j rather than something else', (encoding, text) => {
  expect(encodeText(`a${text}`, encoding)).toBeUndefined();
});

test('ten megabytes are read and written quickly', () => {
  const bytes = new Uint8Array(10_485_760).fill(0xe4);
  const text = decodeText(bytes, 'latin-1') ?? '';
  expect(text).toHaveLength(bytes.length);
  expect(encodeText(text, 'latin-1')?.length).toBe(bytes.length);
});
