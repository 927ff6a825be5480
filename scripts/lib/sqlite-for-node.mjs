// Chooses the version of better-sqlite3 for a version of Node. Version 12 is the last that Node 20 can load, so it is in the
// lock file; compiled for Node 24.19 or newer, it crashes the process during garbage collection. Version 13 needs Node 22 and
// has prebuilt binaries. Users of the npm package get the right version from the packages' engines; clones and containers use
// the lock file and this script.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'better-sqlite3';
/** Alias of version 13 in the lock file. */
const NEWER = 'better-sqlite3-13';

/** Returns the package that the program must find as better-sqlite3. */
export function sqliteFor(node) {
  return Number(node.split('.')[0]) >= 22 ? `node_modules/${NEWER}` : `node_modules/${NAME}`;
}

/** Moves the right version into place after npm has installed both. */
export function putSqliteInPlace(root, node) {
  const [source, target] = [sqliteFor(node), `node_modules/${NAME}`];
  if (source === target) return;
  rmSync(join(root, target), { recursive: true, force: true });
  cpSync(join(root, source), join(root, target), { recursive: true });
}
