import { expect, test, vi } from 'vitest';
import { readTags } from './read-tags.ts';

const COVER = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3];

type Part = string | readonly number[];

/** Joins texts in Latin-1 and bytes. */
function bytesOf(...parts: readonly Part[]): number[] {
  return parts.flatMap((part) =>
    typeof part === 'string' ? [...part].map((character) => character.codePointAt(0) ?? 0) : part,
  );
}

const big = (value: number, length = 4) =>
  Array.from({ length }, (_, index) => (value >>> (8 * (length - 1 - index))) & 0xff);
const little = (value: number) => big(value).toReversed();
const seven = (value: number) => [21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f);
const utf8 = (text: string) => [...new TextEncoder().encode(text)];

function tagsOf(file: readonly number[]) {
  const bytes = Uint8Array.from(file);
  return readTags(async (from, length) => bytes.slice(from, from + length), bytes.length);
}

function id3(
  major: 2 | 3 | 4,
  frames: readonly (readonly [string, readonly number[]])[],
): number[] {
  const size = (length: number) =>
    major === 2 ? big(length, 3) : [...(major === 4 ? seven(length) : big(length)), 0, 0];
  const body = frames.flatMap(([id, data]) => bytesOf(id, size(data.length), data));
  return bytesOf('ID3', [major, 0, 0], seven(body.length), body, [0xff, 0xfb, 0x90, 0]);
}

test('ID3 tags of versions 2.2 to 2.4 are read in their encodings', async () => {
  const utf16 = [1, 0xff, 0xfe, 0x5e, 0x04, 0x33, 0x04];
  expect(
    await tagsOf(
      id3(3, [
        ['TIT2', utf16],
        ['TPE1', bytesOf([0], 'Caf\u00e9')],
      ]),
    ),
  ).toEqual({
    title: 'ўг',
    artist: 'Café',
  });
  expect(
    await tagsOf(
      id3(4, [
        ['TIT2', [3, ...utf8('海'), 0, ...utf8('second value')]],
        ['TALB', bytesOf([0], 'Album')],
        ['APIC', bytesOf([0], 'image/jpeg', [0, 3], 'front', [0], COVER)],
      ]),
    ),
  ).toEqual({ title: '海', album: 'Album', cover: Uint8Array.from(COVER) });
  expect(
    await tagsOf(
      id3(2, [
        ['TT2', bytesOf([0], 'Old')],
        ['PIC', bytesOf([0], 'JPG', [3, 0], COVER)],
      ]),
    ),
  ).toEqual({ title: 'Old', cover: Uint8Array.from(COVER) });
});

const comments = (...all: readonly string[]) => [
  ...little(4),
  ...bytesOf('test'),
  ...little(all.length),
  ...all.flatMap((text) => [...little(utf8(text).length), ...utf8(text)]),
];

const flacPicture = bytesOf(
  big(3),
  big(10),
  'image/jpeg',
  big(0),
  big(1),
  big(1),
  big(24),
  big(0),
  big(COVER.length),
  COVER,
);

test('FLAC comments and pictures are read', async () => {
  const block = (type: number, content: readonly number[]) => [
    type,
    ...big(content.length, 3),
    ...content,
  ];
  const file = bytesOf(
    'fLaC',
    block(
      0,
      Array.from({ length: 34 }, () => 0),
    ),
    block(4, comments('title=Sea', 'ARTIST=Ines')),
    block(6 | 0x80, flacPicture),
  );
  expect(await tagsOf(file)).toEqual({
    title: 'Sea',
    artist: 'Ines',
    cover: Uint8Array.from(COVER),
  });
});

test('Opus comments are read across pages', async () => {
  const page = (segments: readonly number[], content: readonly number[]) =>
    bytesOf(
      'OggS',
      Array.from({ length: 22 }, () => 0),
      [segments.length],
      segments,
      content,
    );
  const packet = [...bytesOf('OpusTags'), ...comments(`TITLE=${'a'.repeat(600)}`, 'ALBUM=Coast')];
  const head = bytesOf('OpusHead');
  const file = [
    ...page([head.length], head),
    ...page([255, 255], packet.slice(0, 510)),
    ...page([packet.length - 510], packet.slice(510)),
  ];
  expect(await tagsOf(file)).toEqual({ title: 'a'.repeat(500), album: 'Coast' });
});

test('the tags of MP4 files are found behind the sound', async () => {
  const box = (type: string, content: readonly number[]) =>
    bytesOf(big(content.length + 8), type, content);
  const item = (type: string, value: readonly number[]) =>
    box(type, box('data', [...big(1), ...big(0), ...value]));
  const list = box('ilst', [...item('\u00a9nam', utf8('Träume')), ...item('covr', COVER)]);
  const movie = box('moov', box('udta', box('meta', [0, 0, 0, 0, ...list])));
  const sound = box(
    'mdat',
    Array.from({ length: 200_000 }, () => 7),
  );
  const file = Uint8Array.from([...box('ftyp', bytesOf('M4A ', big(0))), ...sound, ...movie]);
  const read = vi.fn(async (from: number, length: number) => file.slice(from, from + length));

  expect(await readTags(read, file.length)).toEqual({
    title: 'Träume',
    cover: Uint8Array.from(COVER),
  });
  expect(read).toHaveBeenCalledTimes(2);
});

test('damaged tags, other files and scripts as pictures are left out', async () => {
  expect(await tagsOf([])).toEqual({});
  expect(await tagsOf(bytesOf('RIFF and something'))).toEqual({});
  expect(await tagsOf(id3(3, [['TIT2', bytesOf([0], 'Title')]]).slice(0, 18))).toEqual({});
  expect(await tagsOf(bytesOf('fLaC', [4 | 0x80, 0, 0, 8], big(0xffffffff), big(9)))).toEqual({});
  const drawing = bytesOf([0], 'image/svg+xml', [0, 3, 0], '<svg onload="">');
  expect(
    await tagsOf(
      id3(3, [
        ['APIC', drawing],
        ['TIT2', bytesOf([0], 'a\u0007\nb')],
      ]),
    ),
  ).toEqual({
    title: 'a b',
  });
});
