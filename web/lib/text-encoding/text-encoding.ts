import { byteInWindows1252, fromWindows1252, isInSpecialRange } from './windows-1252.ts';

/** Supported encodings. Both kinds of UTF-16 start with a byte order mark. */
export const ENCODINGS = [
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'latin-1',
  'windows-1252',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

const MARKS: Readonly<Partial<Record<Encoding, readonly number[]>>> = {
  'utf-8-bom': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** Number of characters per call, limited by the maximum number of arguments. */
const CHARACTERS_PER_CALL = 8_192;

/**
 * Returns the encodings in which these bytes can be decoded and encoded without loss, most likely first: none if the
 * bytes contain NUL, and only one of several that give the same text.
 */
export function encodingsOf(bytes: Uint8Array): readonly Encoding[] {
  const marked = ENCODINGS.find((encoding) => hasMark(bytes, encoding));
  if (marked === 'utf-16le' || marked === 'utf-16be') {
    return decodeText(bytes, marked) === undefined ? [] : [marked];
  }
  if (bytes.includes(0)) return [];
  if (marked === undefined && bytes.every((byte) => byte < 0x80)) return ['utf-8'];
  const bytewise: Encoding = bytes.some(isInSpecialRange) ? 'windows-1252' : 'latin-1';
  const isUtf8 = decodeText(bytes, marked ?? 'utf-8') !== undefined;
  return isUtf8 ? [marked ?? 'utf-8', bytewise] : [bytewise];
}

/** Decodes bytes and leaves out the byte order mark. Undefined if they are invalid in this encoding or contain NUL. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string | undefined {
  if (MARKS[encoding] !== undefined && !hasMark(bytes, encoding)) return undefined;
  const text = decodeBody(bytes.subarray(MARKS[encoding]?.length ?? 0), encoding);
  return text?.includes('\0') === true ? undefined : text;
}

/** Encodes a text, with the byte order mark of the encoding if it has one. Undefined if the encoding lacks a character of the text. */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined {
  const body = encodeBody(text, encoding);
  if (!body) return undefined;
  const mark = MARKS[encoding] ?? [];
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

function hasMark(bytes: Uint8Array, encoding: Encoding): boolean {
  const mark = MARKS[encoding];
  return mark?.every((byte, index) => bytes[index] === byte) ?? false;
}

function decodeBody(bytes: Uint8Array, encoding: Encoding): string | undefined {
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom':
      return fromUtf8(bytes);
    case 'utf-16le':
    case 'utf-16be':
      return fromUtf16(bytes, encoding === 'utf-16le');
    case 'latin-1':
      return fromLatin1(bytes);
    case 'windows-1252':
      return fromWindows1252(fromLatin1(bytes));
  }
}

function encodeBody(text: string, encoding: Encoding): Uint8Array | undefined {
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom':
      // UTF-8 cannot represent unpaired surrogates, and would replace them.
      return text.isWellFormed() ? new TextEncoder().encode(text) : undefined;
    case 'utf-16le':
    case 'utf-16be':
      return toUtf16(text, encoding === 'utf-16le');
    case 'latin-1':
      return toBytewise(text, byteInLatin1);
    case 'windows-1252':
      return toBytewise(text, byteInWindows1252);
  }
}

function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes manually, because a decoder would replace or reject unpaired surrogates, which some files contain. */
function fromUtf16(bytes: Uint8Array, isLittleEndian: boolean): string | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(bytes.length / 2);
  for (let index = 0; index < units.length; index += 1) {
    units[index] = view.getUint16(index * 2, isLittleEndian);
  }
  return fromUnits(units);
}

function toUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian);
  }
  return bytes;
}

function fromLatin1(bytes: Uint8Array): string {
  return fromUnits(bytes);
}

function fromUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let start = 0; start < units.length; start += CHARACTERS_PER_CALL) {
    text += String.fromCharCode(...units.subarray(start, start + CHARACTERS_PER_CALL));
  }
  return text;
}

function toBytewise(
  text: string,
  byteOf: (character: string) => number | undefined,
): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = byteOf(text.charAt(index));
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

function byteInLatin1(character: string): number | undefined {
  const code = character.charCodeAt(0);
  return code > 0xff ? undefined : code;
}
