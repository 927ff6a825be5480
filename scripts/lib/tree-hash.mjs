import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files that change nothing in what is built. */
const NOT_BUILT = /\.test\.tsx?$|(^|\/)testing\//;

/**
 * Returns one hash of the names and bytes of files and of everything below folders. Missing paths are skipped. Paths are
 * relative to `root`.
 */
export function hashOfSources(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((path) => filesBelow(root, path))) {
    if (NOT_BUILT.test(path)) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
