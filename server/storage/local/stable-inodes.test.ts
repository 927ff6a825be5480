import { expect, test } from 'vitest';
import { isStableByMounts } from './stable-inodes.ts';

const MOUNTS = [
  '22 27 0:21 / /proc rw,relatime - proc proc rw',
  '27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
  '31 27 8:17 / /mnt/a\\040-\\040b rw,relatime shared:2 master:3 - exfat /dev/sdb1 rw',
  '',
].join('\n');

const device = (major: bigint, minor: bigint) => (major << 8n) | minor;

test('are stable on file systems of Linux, but not on USB sticks and unknown ones', () => {
  expect(isStableByMounts(device(254n, 0n), MOUNTS)).toBe(true);
  expect(isStableByMounts(device(8n, 17n), MOUNTS)).toBe(false);
  expect(isStableByMounts(device(8n, 18n), MOUNTS)).toBe(false);
  expect(isStableByMounts(device(254n, 0n), '')).toBe(false);
});

test('subvolumes of btrfs, which are not in the table, keep theirs', () => {
  const mounts = `${MOUNTS}40 27 0:45 /@ /data rw - btrfs /dev/sdc rw,subvol=/@`;
  expect(isStableByMounts(device(0n, 46n), mounts)).toBe(true);
  expect(isStableByMounts(device(8n, 17n), mounts)).toBe(false);
});

test('large numbers of devices are understood', () => {
  const packed = (0x12n << 8n) | 0x45n | (0x1n << 20n);
  expect(isStableByMounts(packed, '40 27 18:325 / /d rw - xfs /dev/x rw')).toBe(true);
});
