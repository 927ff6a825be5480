import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import { readBolt } from './open-bolt.ts';

/** Keys in latin-1, so that each byte is a character; values as text. */
export interface Dump {
  [key: string]: string | Dump;
}

/** Returns everything in a file. */
export function readWhole(path: string): Dump {
  return readBolt(path, ({ root }) => dump(root));
}

/** Returns everything in a file with these bytes. */
export function readBytes(bytes: Buffer): Dump {
  const folder = mkdtempSync(join(tmpdir(), 'bolt-'));
  try {
    const path = join(folder, 'x.db');
    writeFileSync(path, bytes);
    return readWhole(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function dump(bucket: Bucket): Dump {
  const found: Dump = {};
  for (const entry of bucket.entries()) {
    found[entry.key.toString('latin1')] =
      entry.kind === 'bucket' ? dump(entry.bucket) : entry.value.toString();
  }
  return found;
}
