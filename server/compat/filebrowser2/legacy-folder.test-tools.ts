import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/engines.ts';
import { legacyDatabase } from './recorded-databases.test-tools.ts';

/** A folder with a database in it that File Browser 2 has written. */
export function legacyFolder(name: string): { readonly folder: string; readonly old: string } {
  const folder = temporaryFolder();
  const old = join(folder, 'filebrowser.db');
  writeFileSync(old, legacyDatabase(name));
  return { folder, old };
}

/** All by which one would see that somebody has written to a file. */
export function stateOf(path: string): unknown[] {
  const { mtimeMs, ctimeMs } = statSync(path);
  return [mtimeMs, ctimeMs, createHash('sha256').update(readFileSync(path)).digest('hex')];
}
