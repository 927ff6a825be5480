// Which better-sqlite3 runs with which Node. Version 12 is the last that Node 20 can load, and so the one of the lock file; compiled for
// Node 24.19 or newer, it ends the process at some garbage collection. Version 13 needs Node 22, and brings itself built. Whoever installs
// the package gets the right one by what both say of themselves; clones and containers, which are installed by the lock file, by this.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'better-sqlite3';
/** The name under which the lock file has the other one. */
const NEWER = 'better-sqlite3-13';

/** Where it is installed that the program has to find as better-sqlite3. */
export function sqliteFor(node) {
  return Number(node.split('.')[0]) >= 22 ? `node_modules/${NEWER}` : `node_modules/${NAME}`;
}

/** Puts the right one in its place, after npm has installed both. */
export function putSqliteInPlace(root, node) {
  const [source, target] = [sqliteFor(node), `node_modules/${NAME}`];
  if (source === target) return;
  rmSync(join(root, target), { recursive: true, force: true });
  cpSync(join(root, source), join(root, target), { recursive: true });
}
