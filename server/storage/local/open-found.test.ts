import { expect, test } from 'vitest';
import { isLargeFolder } from './open-found.ts';

const KIBIBYTE = 1_024n;

test.each([
  { on: 'ext4, with a few names', size: 4n, block: 4n, isLarge: false },
  { on: 'ext4, with hundreds of names', size: 16n, block: 4n, isLarge: true },
  { on: 'FAT with clusters of 32 KiB, empty', size: 32n, block: 32n, isLarge: false },
  {
    on: 'FAT with clusters of 32 KiB, with more than a thousand names',
    size: 64n,
    block: 32n,
    isLarge: true,
  },
  { on: 'exFAT with clusters of 128 KiB, empty', size: 128n, block: 128n, isLarge: false },
  { on: 'a file system that states no sizes of folders', size: 0n, block: 4n, isLarge: false },
])('a folder on $on is known as large: $isLarge', ({ size, block, isLarge }) => {
  const stats = { size: size * KIBIBYTE, blksize: block * KIBIBYTE };
  expect(isLargeFolder(stats)).toBe(isLarge);
});
