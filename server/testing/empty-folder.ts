import { readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Removes everything in a folder. Symlinks are removed by `unlink`, because `rm` of some versions of Node leaves broken ones. */
export function emptyFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) unlinkSync(path);
    else rmSync(path, { recursive: true });
  }
}
