// Holds the page's size: what a visitor loads before the first listing, and each part loaded later.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KIB = 1_024;
const ENTRY_BYTES = 170 * KIB;
const FIRST_LISTING_BYTES = 200 * KIB;
const LAZY_BYTES = 60 * KIB;

/** The route that shows the first listing, where it is a chunk of its own. */
const LISTING_ROUTE = /^routes\/files\b/;

/** What exceeds its budget, as sentences. `sizeOf` gives the compressed bytes of a built file. */
export function overBudget(manifest, sizeOf) {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (entry === undefined) return ['the manifest names no entry'];
  const listing = Object.entries(manifest).find(([key]) => LISTING_ROUTE.test(key))?.[1];
  const first = filesOf(manifest, listing === undefined ? [entry] : [entry, listing]);
  const scripts = [...filesOf(manifest, [entry])].filter((file) => file.endsWith('.js'));
  return [
    exceeds('the entry script', sum(scripts, sizeOf), ENTRY_BYTES),
    exceeds('script and style up to the first listing', sum(first, sizeOf), FIRST_LISTING_BYTES),
    ...lazyScripts(manifest, first).map((file) => exceeds(file, sizeOf(file), LAZY_BYTES)),
  ].filter((complaint) => complaint !== undefined);
}

/** Scripts and styles of chunks and of all they import statically. */
function filesOf(manifest, chunks) {
  const files = new Set();
  const visit = (chunk) => {
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const key of chunk.imports ?? []) visit(manifest[key]);
  };
  for (const chunk of chunks) visit(chunk);
  return files;
}

function lazyScripts(manifest, first) {
  const scripts = Object.values(manifest).map(({ file }) => file);
  return [...new Set(scripts)].filter((file) => file.endsWith('.js') && !first.has(file));
}

function sum(files, sizeOf) {
  return [...files].reduce((total, file) => total + sizeOf(file), 0);
}

function exceeds(what, bytes, limit) {
  if (bytes <= limit) return undefined;
  return `${what}: ${inKib(bytes)} KiB gzipped, the budget is ${inKib(limit)}`;
}

function inKib(bytes) {
  return (bytes / KIB).toFixed(1);
}

/** Judges the page in `root`'s dist; says so when there is none. */
export function checkBundle(root) {
  const page = join(root, 'dist', 'web');
  const file = join(page, '.vite', 'manifest.json');
  if (!existsSync(file)) {
    console.log('no built page here; `npm run build` makes one to measure');
    return [];
  }
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  return overBudget(
    manifest,
    (name) => gzipSync(readFileSync(join(page, name)), { level: 9 }).length,
  );
}

function main() {
  const complaints = checkBundle(join(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
