import { readFileSync } from 'node:fs';

/** They give an entry a number for as long as it lives, also when they are mounted anew. Others make numbers up. */
const KEEPING = new Set([
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

/** By device. Reading the table of mounts takes longer than all else that is asked about an entry. */
const known = new Map<bigint, boolean>();

/** Whether inode numbers on this device stay what they are. False where nobody can tell, as on other systems than Linux. */
export function hasStableInodes(device: bigint): boolean {
  const before = known.get(device);
  if (before !== undefined) return before;
  const keeps = isStableByMounts(device, readMounts());
  known.set(device, keeps);
  return keeps;
}

/** `mounts` as in /proc/self/mountinfo: `36 35 98:0 /dir /mnt rw master:1 - ext4 /dev/sda1 rw`. */
export function isStableByMounts(device: bigint, mounts: string): boolean {
  const wanted = `${majorOf(device)}:${minorOf(device)}`;
  const types = new Map(mounts.split('\n').map(deviceAndType));
  // A subvolume of btrfs is a device of its own, which no table of mounts knows.
  const type = types.get(wanted) ?? ([...types.values()].includes('btrfs') ? 'btrfs' : '');
  return KEEPING.has(type);
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

/** As Linux packs the two into one number. */
function majorOf(device: bigint): bigint {
  return ((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n);
}

function minorOf(device: bigint): bigint {
  return (device & 0xffn) | ((device >> 12n) & 0xffffff00n);
}
