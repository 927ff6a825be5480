import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decompress } from './decompress.ts';

/** Unpacks an archive with independent programs and describes its contents. `compression` is undefined for a zip. */
export function unpacked(
  body: Buffer,
  compression: string | undefined,
  scratch: string,
): Record<string, string> {
  const folder = mkdtempSync(join(scratch, 'unpacked-'));
  const archive = `${folder}.archive`;
  writeFileSync(archive, compression === undefined ? body : decompress(compression, body));
  // Names of other scripts are written as they are only in a UTF-8 locale.
  const options = { env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  if (compression === undefined) execFileSync('unzip', ['-q', archive, '-d', folder], options);
  else execFileSync('tar', ['-xpf', archive, '-C', folder], options);
  return onDisk(folder);
}

/** Returns size, time and digest of each file by its name; folders end with a slash. */
export function onDisk(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1);
    if (entry.isDirectory()) found[`${name}/`] = 'folder';
    else {
      const { size, mtimeMs } = statSync(path);
      found[name] = `${size} ${Math.floor(mtimeMs / 1_000)} ${sha256Of(readFileSync(path))}`;
    }
  }
  return found;
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
