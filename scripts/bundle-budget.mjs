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

/** What has a budget, with its compressed bytes and their limit. `sizeOf` gives the bytes of a built file. */
export function measure(manifest, sizeOf) {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the manifest of the built page names no entry');
  const listing = Object.entries(manifest).find(([key]) => LISTING_ROUTE.test(key))?.[1];
  const first = filesOf(manifest, listing === undefined ? [entry] : [entry, listing]);
  const scripts = [...filesOf(manifest, [entry])].filter((file) => file.endsWith('.js'));
  const lazy = lazyScripts(manifest, first).map((file) => [file, sizeOf(file), LAZY_BYTES]);
  return [
    ['the entry script', sum(scripts, sizeOf), ENTRY_BYTES],
    ['script and style up to the first listing', sum(first, sizeOf), FIRST_LISTING_BYTES],
    ...lazy,
  ].map(([what, bytes, limit]) => ({ what, bytes, limit }));
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

function sentence({ what, bytes, limit }) {
  return `${what}: ${inKib(bytes)} KiB gzipped, the budget is ${inKib(limit)}`;
}

/** What exceeds its budget, as sentences. */
export function overBudget(measures) {
  return measures.filter(({ bytes, limit }) => bytes > limit).map(sentence);
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
  const sizeOf = (name) => gzipSync(readFileSync(join(page, name)), { level: 9 }).length;
  const measures = measure(manifest, sizeOf);
  for (const figure of measures.slice(0, 2)) console.log(sentence(figure));
  return overBudget(measures);
}

function main() {
  const complaints = checkBundle(join(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
