import type { Name } from '../raw-name.ts';
import { nameFromBytes } from './read-folder.ts';

/** Joins names by NUL into one buffer, which can be transferred between threads without copying each name. */
export function joinNames(names: readonly Name[]): Uint8Array<ArrayBuffer> {
  if (names.every((name) => typeof name === 'string'))
    return new TextEncoder().encode(names.join('\0'));
  const parts = names.flatMap((name) => [Buffer.from(name), NUL]).slice(0, -1);
  return new Uint8Array(Buffer.concat(parts));
}
const NUL = Buffer.from([0]);

/** Returns the names that `joinNames` has joined. */
export function splitNames(bytes: Uint8Array): Name[] {
  if (bytes.length === 0) return [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const names = text.split('\0');
  return text.includes('\uFFFD') ? splitBytes(Buffer.from(bytes)) : names;
}

function splitBytes(bytes: Buffer): Name[] {
  const names: Name[] = [];
  let from = 0;
  while (from <= bytes.length) {
    const end = bytes.indexOf(0, from);
    const until = end < 0 ? bytes.length : end;
    names.push(nameFromBytes(bytes.subarray(from, until)));
    from = until + 1;
  }
  return names;
}
