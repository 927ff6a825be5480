import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/engines.ts';
import { isInstalled, outputOf } from '../../../testing/programs.ts';
import type { ArchiveLength, ArchiveWriter, Member } from '../../../archive-formats/member.ts';
import { TarLength } from '../../../archive-formats/tar/tar-length.ts';
import { TarWriter } from '../../../archive-formats/tar/tar-writer.ts';
import { ZipLength } from '../../../archive-formats/zip/zip-length.ts';
import { ZipWriter } from '../../../archive-formats/zip/zip-writer.ts';

const GIB = 1024 ** 3;
const LIMIT = 0xffff_ffff;

function fileOf(name: string, size: number): Member {
  return { name, isFolder: false, size, seconds: 1_600_000_000, nanoseconds: 0, mode: 0o644 };
}

/** Writes members whose contents are zeros as holes in a file, so that gigabytes need no space and no time. */
function writeSparse(
  name: string,
  members: readonly Member[],
  { writer, length }: { readonly writer: ArchiveWriter; readonly length: ArchiveLength },
): string {
  const file = join(temporaryFolder(), name);
  const fd = openSync(file, 'w');
  let at = 0;
  const write = (bytes: Uint8Array) => {
    writeSync(fd, bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  for (const member of members) {
    length.add(member);
    const checksum = member.size < 1_000 ? crc32(Buffer.alloc(member.size)) : 0;
    write(writer.head(member, checksum));
    at += member.size;
    write(writer.tail(member, checksum));
  }
  for (const part of writer.finish()) write(part);
  ftruncateSync(fd, at);
  closeSync(fd);
  expect(statSync(file).size).toBe(length.total());
  return file;
}

const zip = () => ({ writer: new ZipWriter(), length: new ZipLength() });
const tar = () => ({ writer: new TarWriter(), length: new TarLength() });

const unzip = isInstalled('unzip');
const bsdtar = isInstalled('bsdtar');
const sevenZip = isInstalled('7z');

describe('a zip with sizes and offsets above 32 bits', () => {
  const sizes = [LIMIT - 1, LIMIT, LIMIT + 1, 5 * GIB];
  const members = [
    ...sizes.map((size, index) => fileOf(`${index}.bin`, size)),
    fileOf('last.txt', 5),
  ];

  test.skipIf(!unzip)('is read by unzip', () => {
    const file = writeSparse('huge.zip', members, zip());
    const listing = outputOf('unzip', ['-Z', '-l', file]);
    for (const size of sizes) expect(listing).toContain(` ${size} `);
    expect(outputOf('unzip', ['-p', file, 'last.txt'])).toBe('\0'.repeat(5));
  });

  test.skipIf(!bsdtar)('is read by bsdtar', () => {
    const listing = outputOf('bsdtar', ['-tvf', writeSparse('huge.zip', members, zip())]);
    for (const size of sizes) expect(listing).toContain(` ${size} `);
  });

  test.skipIf(!sevenZip)('is read by 7z without a warning', () => {
    const file = writeSparse('huge.zip', members, zip());
    const listing = outputOf('7z', ['l', file]);
    for (const size of sizes) expect(listing).toContain(` ${size} `);
    expect(listing).not.toMatch(/warning|error/i);
    expect(outputOf('7z', ['t', file, 'last.txt'])).toContain('Everything is Ok');
  });
});

describe.each([65_534, 65_535, 65_536])('a zip of %i members', (count) => {
  const members = Array.from({ length: count }, (_, index) => fileOf(`f/${index}`, 1));

  test.skipIf(!unzip || !bsdtar)('is whole for unzip and bsdtar', () => {
    const file = writeSparse('many.zip', members, zip());
    expect(outputOf('unzip', ['-Z', '-h', file])).toContain(`number of entries: ${count}`);
    expect(outputOf('unzip', ['-tqq', file])).toBe('');
    const names = outputOf('bsdtar', ['-tf', file]);
    expect(names.trim().split('\n')).toHaveLength(count);
  });
});

test.skipIf(!unzip)('a zip of nothing is a zip', () => {
  const file = writeSparse('empty.zip', [], zip());
  expect(() => outputOf('unzip', ['-l', file])).toThrow(/zipfile is empty/);
});

describe('a tar', () => {
  const sizes = [8 * GIB - 1, 8 * GIB, 20 * GIB + 1];
  const old = { ...fileOf('old', 0), seconds: -86_401, nanoseconds: 250_000_000 };
  const late = { ...fileOf('late', 0), seconds: 8 ** 11 + 1 };
  const deep = fileOf(`${'d'.repeat(90)}/${'e'.repeat(90)}/name`, 1);
  const members = [...sizes.map((size, index) => fileOf(`${index}.bin`, size)), old, late, deep];

  test.each(['tar', 'bsdtar'].filter(isInstalled))(
    'with sizes and times above the fields of a header is read by %s',
    (program) => {
      const file = writeSparse('huge.tar', members, tar());
      const listing = outputOf(program, ['-tvf', file]);
      for (const size of sizes) expect(listing).toMatch(new RegExp(` ${size} `));
      expect(listing).toContain(deep.name);
      expect(listing).toMatch(/1969|Dec 30 {2}1969/);
    },
  );

  test('has no further records for values that fit', () => {
    const fits = [
      `${'p'.repeat(155)}/${'n'.repeat(100)}`,
      'n'.repeat(100),
      `${'p'.repeat(120)}/f/`,
    ];
    for (const name of fits) expect(new TarWriter().headBytes(fileOf(name, 0))).toBe(512);
    const not = ['n'.repeat(101), `${'p'.repeat(156)}/n`, 'é', `p/${'n'.repeat(100)}/`];
    for (const name of not) expect(new TarWriter().headBytes(fileOf(name, 0))).toBeGreaterThan(512);
  });
});
