// Copies the built program and the packages that it needs, in the versions of the lock file, into a folder:
// `node packaging/assemble.mjs <folder>`. The folder runs on every machine with the same version of Node and the same architecture.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sqliteFor } from '../scripts/lib/sqlite-for-node.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SQLITE = 'node_modules/better-sqlite3';
const OWN = ['package.json', 'LICENSE', 'dist/server', 'dist/web'];

const target = process.argv[2];
if (target === undefined) fail('name the folder to create');
if (!existsSync(join(ROOT, 'dist', 'server'))) fail('there is no build: run `npm run build`');
assemble(resolve(target));

function assemble(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true });
  for (const path of [...OWN, ...packages()]) {
    const source = path === SQLITE ? sqliteFor(process.versions.node) : path;
    cpSync(join(ROOT, source), join(folder, path), { recursive: true, filter: isNoPackageWithin });
  }
}

/** Returns the paths of the installed packages. Those of other systems, and optional ones that could not be built, are only in the lock file. */
function packages() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
}

/** Returns false for packages inside of others: each has its own line in the lock file. */
function isNoPackageWithin(path) {
  return !/\/node_modules\/.+\/node_modules$/.test(path);
}

function fail(reason) {
  process.stderr.write(`assemble: ${reason}\n`);
  process.exit(1);
}
