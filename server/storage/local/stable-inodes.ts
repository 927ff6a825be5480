import { readFileSync } from 'node:fs';

/**
 * File systems whose inode numbers stay the same for as long as an entry exists, even after they were unmounted. Others
 * generate numbers when they are mounted.
 */
const WITH_STABLE_INODES = new Set([
  'ext2',
  'ext3',
  'ext4',
  'xfs',
  'btrfs',
  'zfs',
  'f2fs',
  'bcachefs',
  'jfs',
  'tmpfs',
]);

/** Cache by device. Reading the mount table takes longer than everything else that is looked up for an entry. */
const known = new Map<bigint, boolean>();

/** Returns true if inode numbers on this device are stable; false if this is unknown, as on systems other than Linux. */
export function hasStableInodes(device: bigint): boolean {
  const before = known.get(device);
  if (before !== undefined) return before;
  const keeps = isStableByMounts(device, readMounts());
  known.set(device, keeps);
  return keeps;
}

/** Finds the type of the device in the text of /proc/self/mountinfo: `36 35 98:0 /dir /mnt rw master:1 - ext4 /dev/sda1 rw`. */
export function isStableByMounts(device: bigint, mounts: string): boolean {
  const wanted = `${majorOf(device)}:${minorOf(device)}`;
  const types = new Map(mounts.split('\n').map(deviceAndType));
  // A subvolume of btrfs has a device number of its own, which no mount table contains.
  const type = types.get(wanted) ?? ([...types.values()].includes('btrfs') ? 'btrfs' : '');
  return WITH_STABLE_INODES.has(type);
}

function deviceAndType(line: string): [string, string] {
  const [, , device = ''] = line.split(' ');
  const [, type = ''] = /.* - (\S+) /.exec(line) ?? [];
  return [device, type];
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** Decodes the major number, as Linux encodes it in st_dev. */
function majorOf(device: bigint): bigint {
  return ((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n);
}

/** Decodes the minor number. */
function minorOf(device: bigint): bigint {
  return (device & 0xffn) | ((device >> 12n) & 0xffffff00n);
}
