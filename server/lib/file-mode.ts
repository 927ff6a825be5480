const S_IFMT = 0o170000;

/** The kinds of st_mode, as bits of Go's file mode, which the wire carries (compatibility.md 0.7). */
const KIND_BITS = new Map<number, number>([
  [0o040000, 2 ** 31],
  [0o120000, 2 ** 27],
  [0o060000, 2 ** 26],
  [0o010000, 2 ** 25],
  [0o140000, 2 ** 24],
  [0o020000, 2 ** 26 + 2 ** 21],
]);
const SETUID = 0o4000;
const SETGID = 0o2000;
const STICKY = 0o1000;

/** Returns st_mode as the unsigned number that clients of File Browser 2 read. */
export function wireMode(mode: number): number {
  return (
    (mode & 0o777) +
    (KIND_BITS.get(mode & S_IFMT) ?? 0) +
    (mode & SETUID ? 2 ** 23 : 0) +
    (mode & SETGID ? 2 ** 22 : 0) +
    (mode & STICKY ? 2 ** 20 : 0)
  );
}
