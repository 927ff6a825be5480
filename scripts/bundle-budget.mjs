// Checks the sizes of the pages: the files loaded before the first listing, the login page, the settings and the first view of a
// share, and each file loaded later.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KIB = 1_024;
const ENTRY_BYTES = 170 * KIB;
const FIRST_LISTING_BYTES = 200 * KIB;
// The first view of new users. Tiles may need little more than rows.
const FIRST_TILES_BYTES = 205 * KIB;
// Opened by its address, it may not need the parts that the shell loads ahead, nor the dialogs.
const SETTINGS_BYTES = 230 * KIB;
// The login page is shown before anything else, so it may not wait for the parts that the shell loads ahead.
const LOGIN_BYTES = 175 * KIB;
// Share of the page in the 200 KiB of a first listing; responses, icons and headers take the rest. Bytes.
const FIRST_TRANSFER_BYTES = 188 * KIB;
const SHARE_BYTES = 120 * KIB;
const LAZY_BYTES = 60 * KIB;
const LARGER_PARTS = [
  // Loaded when a PDF is opened. No smaller library reads PDFs.
  { part: /\bload-pdf-/, bytes: 150 * KIB },
  { part: /\bcode-editor-/, bytes: 110 * KIB },
];

/** The route of the first listing, if it is a chunk of its own, or the chunk that has it. */
const LISTING_ROUTE = /^(?:routes\/files\b|_listing-[^.]+\.js$)/;

/** Keys in the manifest of parts of the page: the own chunk of their module, or the chunk that has it. */
const LOGIN_ROUTE = /^(?:routes\/login\.|_login-[^.]+\.js$)/;
const TILES = /^(?:features\/listing\/tile-row\.|_tile-row-[^.]+\.js$)/;
const SETTINGS = /^(?:routes\/settings\/settings-frame\.|_settings-frame-[^.]+\.js$)/;

/** The chunk of a language that the first listing loads. */
const FIRST_WORDS = /\?part=first$/;

/**
 * Returns the parts of the page that have a budget, with their compressed bytes and limits. `sizeOf` returns the bytes of a
 * built file.
 */
export function measure(manifest, sizeOf) {
  const first = firstFiles(manifest);
  const beside = (part, name) =>
    filesOf(manifest, [entryOf(manifest), partOf(manifest, part, name)]);
  const login = beside(LOGIN_ROUTE, 'login page');
  const tiles = new Set([...first, ...beside(TILES, 'tiles')]);
  const settings = beside(SETTINGS, 'settings');
  const scripts = [...filesOf(manifest, [entryOf(manifest)])].filter((file) =>
    file.endsWith('.js'),
  );
  return [
    figure('the entry script', sum(scripts, sizeOf), ENTRY_BYTES),
    figure('script and style up to the first listing', sum(first, sizeOf), FIRST_LISTING_BYTES),
    figure('script and style up to the first tiles', sum(tiles, sizeOf), FIRST_TILES_BYTES),
    figure('script and style of the login page', sum(login, sizeOf), LOGIN_BYTES),
    figure('script and style of the settings page', sum(settings, sizeOf), SETTINGS_BYTES),
    ...lazyFigures(manifest, first, sizeOf),
  ];
}

/**
 * Returns the bytes that a browser receives for the first listing in the largest language. `bytesSent` returns the transferred
 * bytes of a built file.
 */
export function measureTransfer(manifest, bytesSent) {
  const words = Object.entries(manifest).filter(([key]) => FIRST_WORDS.test(key));
  const largest = Math.max(0, ...words.map(([, { file }]) => bytesSent(file)));
  const bytes = sum(firstFiles(manifest), bytesSent) + largest;
  const what = 'all files of the first listing, in the largest language';
  return { ...figure(what, bytes, FIRST_TRANSFER_BYTES), encoding: 'by Brotli' };
}

function firstFiles(manifest) {
  const listing = Object.entries(manifest).find(([key]) => LISTING_ROUTE.test(key))?.[1];
  const entry = entryOf(manifest);
  return filesOf(manifest, listing === undefined ? [entry] : [entry, listing]);
}

/** Returns the same for the share page, which visitors open on phones. */
export function measureShare(manifest, sizeOf) {
  const first = filesOf(manifest, [entryOf(manifest)]);
  const scripts = [...first].filter((file) => file.endsWith('.js'));
  return [
    figure('script of the first view of a share', sum(scripts, sizeOf), SHARE_BYTES),
    ...lazyFigures(manifest, first, sizeOf),
  ];
}

function entryOf(manifest) {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the manifest of the built page has no entry');
  return entry;
}

function partOf(manifest, part, name) {
  const chunk = Object.entries(manifest).find(([key]) => part.test(key))?.[1];
  if (chunk === undefined) throw new Error(`the manifest of the built page has no ${name}`);
  return chunk;
}

function figure(what, bytes, limit) {
  return { what, bytes, limit };
}

function lazyFigures(manifest, first, sizeOf) {
  return lazyScripts(manifest, first).map((file) => figure(file, sizeOf(file), lazyLimit(file)));
}

function lazyLimit(file) {
  return LARGER_PARTS.find(({ part }) => part.test(file))?.bytes ?? LAZY_BYTES;
}

/** Returns the scripts and styles of chunks and of all their static imports. */
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

function sentence({ what, bytes, limit, encoding = 'gzipped' }) {
  return `${what}: ${inKib(bytes)} KiB ${encoding}, the budget is ${inKib(limit)}`;
}

/** Returns a sentence for each exceeded budget. */
export function overBudget(measures) {
  return measures.filter(({ bytes, limit }) => bytes > limit).map(sentence);
}

function inKib(bytes) {
  return (bytes / KIB).toFixed(1);
}

/** Checks the built pages in `dist` below `root`. Returns no complaint when they are missing. */
export function checkBundle(root) {
  const page = join(root, 'dist', 'web');
  const sizeOf = (name) => gzipSync(readFileSync(join(page, name)), { level: 9 }).length;
  const compressed = (name) => `${join(page, name)}.br`;
  const bytesSent = (name) =>
    statSync(existsSync(compressed(name)) ? compressed(name) : join(page, name)).size;
  const index = readManifest(join(page, '.vite', 'manifest.json'));
  const share = readManifest(join(page, '.vite', 'share-manifest.json'));
  if (index === undefined || share === undefined) {
    console.log('bundle sizes not checked: the page is not built. Build it with `npm run build`.');
    return [];
  }
  const ofIndex = measure(index, sizeOf);
  const ofShare = measureShare(share, sizeOf);
  const sent = measureTransfer(index, bytesSent);
  const ofScreens = [...ofIndex, sent, ...ofShare].filter(({ what }) => !what.endsWith('.js'));
  for (const size of ofScreens) console.log(sentence(size));
  return overBudget([...ofIndex, sent, ...ofShare]);
}

function readManifest(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function main() {
  const complaints = checkBundle(join(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
