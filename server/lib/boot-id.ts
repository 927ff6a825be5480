import { readFileSync } from 'node:fs';

const FILE = '/proc/sys/kernel/random/boot_id';

let known: { readonly id: string | undefined } | undefined;

/** Returns the kernel's identifier of the running boot; undefined where it cannot be read. */
export function bootId(): string | undefined {
  known ??= { id: read() };
  return known.id;
}

function read(): string | undefined {
  try {
    return readFileSync(FILE, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
