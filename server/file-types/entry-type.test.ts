import { describe, expect, test } from 'vitest';
import { MAX_TEXT_BYTES, typeOfFile } from './entry-type.ts';
import { extensionOf } from './extensions.ts';

function typeOf(name: string, head: string | undefined = 'some text', size = 100): string {
  return typeOfFile({
    extension: extensionOf(name),
    size,
    readHead: () => (head === undefined ? undefined : Buffer.from(head, 'latin1')),
  });
}

test.each([
  ['a.txt', '.txt'],
  ['a.tar.gz', '.gz'],
  ['.env', '.env'],
  ['a.', '.'],
  ['a', ''],
  ['', ''],
])('of %j, %j is the extension', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

describe('the name decides', () => {
  test.each([
    ['video.mp4', 'video'],
    ['VIDEO.MP4', 'video'],
    ['song.mp3', 'audio'],
    ['photo.jpeg', 'image'],
    ['drawing.svg', 'image'],
    ['paper.pdf', 'pdf'],
    ['paper.Pdf', 'pdf'],
    ['letter.txt', 'text'],
    ['page.html', 'text'],
    ['notes.md', 'text'],
    ['main.rs', 'text'],
    ['settings.toml', 'text'],
    ['.gitignore', 'text'],
    ['Movie.ass', 'text'],
    ['main.c++', 'text'],
    ['song.opus', 'audio'],
  ])('%s is %s, without its bytes being looked at', (name, type) => {
    const readHead = () => {
      throw new Error('read');
    };
    expect(typeOfFile({ extension: extensionOf(name), size: 1, readHead })).toBe(type);
  });

  test('the contents of a known container do not decide, except for text', () => {
    expect(typeOf('a.zip', 'PK\x03\x04')).toBe('blob');
    expect(typeOf('a.rpm', '\xed\xab\xee\xdb\x03\0')).toBe('blob');
    expect(typeOf('a.exe', '\x89PNG\r\n\x1a\n')).toBe('blob');
    expect(typeOf('a.json', '{"a":1}')).toBe('text');
    expect(typeOf('a.json', '{"a":\0}')).toBe('blob');
  });
});

describe('the first bytes decide if the name does not', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n', 'image'],
    ['GIF89a', 'image'],
    ['\xff\xd8\xff\xe0', 'image'],
    ['RIFF\x10\x20\x30\x40WEBPVP8 ', 'image'],
    ['RIFF\x10\x20\x30\x40WAVE', 'audio'],
    ['ID3', 'audio'],
    ['RIFF\x10\x20\x30\x40AVI ', 'video'],
    ['\x1a\x45\xdf\xa3', 'video'],
    ['\0\0\0\x18ftypmp42', 'video'],
    ['II*\0\x08', 'image'],
    ['\0\0\0\x18ftypheic', 'image'],
    ['\0\0\0\x18ftypavif', 'image'],
    ['\0\0\0\x14ftypqt  ', 'video'],
    ['fLaC\0', 'audio'],
    ['OggS\0', 'audio'],
    ['%PDF-1.7', 'pdf'],
    ['\xef\xbb\xbfhello', 'text'],
    ['\xff\xfeh\0', 'text'],
    ['hello', 'text'],
    ['%PDF', 'text'],
    ['\x7fELF\x02\x01\x01\0', 'blob'],
    ['RIFF', 'text'],
  ])('%j is %s', (head, type) => {
    expect(typeOf('noname', head)).toBe(type);
  });

  test('an empty file is text, and its bytes are not read', () => {
    const readHead = () => {
      throw new Error('read');
    };
    expect(typeOfFile({ extension: '', size: 0, readHead })).toBe('text');
  });

  test('bytes that are not to be read leave text', () => {
    expect(typeOfFile({ extension: '.unheard-of', size: 10, readHead: () => undefined })).toBe(
      'text',
    );
  });
});

test('text too large for the page is a blob, and media are media whatever their size', () => {
  for (const name of ['a.txt', 'a.json', 'noname']) {
    expect(typeOf(name, 'text', MAX_TEXT_BYTES)).toBe('text');
    expect(typeOf(name, 'text', MAX_TEXT_BYTES + 1)).toBe('blob');
  }
  expect(typeOf('a.mp4', '', MAX_TEXT_BYTES + 1)).toBe('video');
  expect(typeOf('noname', '%PDF-1.7', MAX_TEXT_BYTES + 1)).toBe('pdf');
});
