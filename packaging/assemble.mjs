// Lays out the built product with the packages it runs with, exactly those of the lock file for this Node and nothing that only building
// takes, in a folder of its own: `node packaging/assemble.mjs <folder>`. That folder runs wherever the same Node does.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sqliteFor } from '../scripts/lib/sqlite-for-node.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SQLITE = 'node_modules/better-sqlite3';
const OWN = ['package.json', 'LICENSE', 'dist/server', 'dist/web'];

const target = process.argv[2];
if (target === undefined) fail('needs the folder to make');
if (!existsSync(join(ROOT, 'dist', 'server'))) fail('there is no build; npm run build makes it');
assemble(resolve(target));

function assemble(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true });
  for (const path of [...OWN, ...packages()]) {
    const source = path === SQLITE ? sqliteFor(process.versions.node) : path;
    cpSync(join(ROOT, source), join(folder, path), { recursive: true, filter: isNoPackageWithin });
  }
}

/** Those of other systems and optional ones that could not be built are in the lock file only. */
function packages() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
}

/** Each has its own line in the lock file, which says whether it is needed. */
function isNoPackageWithin(path) {
  return !/\/node_modules\/.+\/node_modules$/.test(path);
}

function fail(reason) {
  process.stderr.write(`assemble: ${reason}\n`);
  process.exit(1);
}
