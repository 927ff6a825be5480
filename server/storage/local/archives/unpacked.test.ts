import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/engines.ts';
import { packFolder } from '../../../testing/pack-for-test.ts';
import { isInstalled, outputOf } from '../../../testing/programs.ts';

type Format = 'zip' | 'tar';

/** The programs people unpack with, and how they unpack an archive into the folder they run in. */
const PROGRAMS: readonly (readonly [Format, string, (archive: string) => string[]])[] = [
  ['zip', 'unzip', (archive) => ['-q', '-^', archive]],
  ['zip', 'bsdtar', (archive) => ['-xpf', archive]],
  ['zip', '7z', (archive) => ['x', '-y', archive]],
  ['tar', 'tar', (archive) => ['-xpf', archive]],
  ['tar', 'bsdtar', (archive) => ['-xpf', archive]],
  ['tar', '7z', (archive) => ['x', '-y', archive]],
];

const LONG = 'l'.repeat(120);
const FILES: Readonly<Record<string, string | Buffer>> = {
  'a.txt': 'hello',
  'empty.txt': '',
  'a/b/c/deep.txt': 'deep',
  'two words, 100%.txt': '1',
  'ключ-日本-😀.txt': 'unicode',
  'new\nline.txt': 'newline',
  'über/äöü.txt': 'umlauts',
  [`${LONG}/${LONG}/${LONG}.txt`]: 'long',
  [`${'é'.repeat(127)}.txt`.slice(-127)]: 'long and not ASCII',
  'exactly-512.bin': Buffer.alloc(512, 7),
  'whole.bin': randomBytes(256 * 1024),
  'in-pieces.bin': randomBytes(256 * 1024 + 1),
  'large.bin': randomBytes(3 * 1024 * 1024 + 11),
};
const EMPTY_FOLDERS = ['void', 'void 2/below'];
/** 2019-05-06 07:08:10.123456789, even seconds: a zip has no others without its extra field. */
const MOMENT = 1_557_126_490.123_456_7;

function layOut(): string {
  const root = temporaryFolder();
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, contents] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), contents);
    lutimesSync(join(root, name), MOMENT, MOMENT);
  }
  chmodSync(join(root, 'a.txt'), 0o751);
  chmodSync(join(root, 'empty.txt'), 0o400);
  chmodSync(join(root, 'void'), 0o711);
  lutimesSync(join(root, 'void'), MOMENT, MOMENT);
  return root;
}

function namesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
}

/** Control characters become safe ones in archives. */
function unpackedName(name: string): string {
  return name.replace('\n', '_');
}

describe.each(PROGRAMS)('a %s unpacked by %s', (format, program, argumentsFor) => {
  test.skipIf(!isInstalled(program))('is the folder again: names, bytes, modes, times', () => {
    const root = layOut();
    const archive = join(temporaryFolder(), `archive.${format}`);
    writeFileSync(archive, packFolder(root, { format }));
    const unpacked = temporaryFolder();

    outputOf(program, argumentsFor(archive), unpacked);

    expect(namesBelow(unpacked)).toEqual(namesBelow(root).map(unpackedName).sort());
    for (const [name, contents] of Object.entries(FILES)) {
      const bytes = readFileSync(join(unpacked, unpackedName(name)));
      expect([name, bytes.equals(Buffer.from(contents))]).toEqual([name, true]);
    }
    for (const name of ['a.txt', 'empty.txt', 'void', 'large.bin']) {
      const [before, after] = [root, unpacked].map((folder) => statSync(join(folder, name)));
      // 7z restores neither the modes of folders in a tar nor fractions of seconds.
      if (program !== '7z') expect([name, after?.mode]).toEqual([name, before?.mode]);
      expect([name, Math.floor((after?.mtimeMs ?? 0) / 1_000)]).toEqual([name, Math.floor(MOMENT)]);
    }
    if (format === 'tar' && program !== '7z') {
      const [before, after] = [root, unpacked].map((folder) =>
        statSync(join(folder, 'a.txt'), { bigint: true }),
      );
      expect(after?.mtimeNs).toBe(before?.mtimeNs);
    }
  });
});
