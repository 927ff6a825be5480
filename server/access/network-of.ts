import { isIPv6 } from 'node:net';

/** Number of 16-bit groups in an IPv6 address, and in the /64 network that one client usually controls. */
const GROUPS = 8;
export const NETWORK_GROUPS = 4;

/**
 * Returns the key under which limits count a client: the first four groups (/64) of an IPv6 address, however its zeros are written, because
 * one client usually controls all addresses that begin with them. Returns other addresses unchanged, also IPv4 addresses that are written
 * as IPv6 (`::ffff:192.0.2.7`).
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const [before = [], after] = plain.split('::', 2).map(groupsOf);
  const groups =
    after === undefined
      ? before
      : [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after];
  const start = groups.slice(0, 6).join(':');
  if (start === '0:0:0:0:0:ffff') return address;
  // Each of these addresses stands for another IPv4 client (NAT64).
  if (start === '64:ff9b:0:0:0:0') return groups.join(':');
  return groups.slice(0, NETWORK_GROUPS).join(':');
}

/** Returns the groups in a part of an address without leading zeros. */
function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').flatMap(hexadecimal);
}

/** Returns a group without leading zeros, or the two groups that the last 32 bits are written as in `64:ff9b::192.0.2.7`. */
function hexadecimal(group: string): string[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
  const [first = 0, second = 0, third = 0, fourth = 0] = group.split('.').map(Number);
  return [first * 256 + second, third * 256 + fourth].map((value) => value.toString(16));
}
