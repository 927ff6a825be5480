import { copyFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Threads. Each is one file under its own name, because workerUrl() looks for it there, and one file starts faster than several. */
const WORKERS = {
  'archive-worker': 'server/storage/local/archives/archive-worker.ts',
  'bcrypt-worker': 'server/access/bcrypt-worker.ts',
  'codec-worker': 'server/archives/compress/codec-worker.ts',
  'file-worker': 'server/storage/local/file-worker.ts',
  'guard-worker': 'server/programs/guard/guard-worker.ts',
  'mount-worker': 'server/storage/local/mount-worker.ts',
  'listing-worker': 'server/storage/local/listing/listing-worker.ts',
  'name-index-worker': 'server/storage/local/search/name-index-worker.ts',
  'walk-worker': 'server/storage/local/walks/walk-worker.ts',
  'hash-worker': 'server/storage/local/checksums/hash-worker.ts',
  'checkpoint-worker': 'server/metadata/checkpoint-worker.ts',
  'picture-worker': 'server/images/decoding/picture-worker.ts',
  'selection-worker': 'server/features/downloads/selection-worker.ts',
  'subtitle-worker': 'server/features/subtitles/subtitle-worker.ts',
};
/** Packages with native code or WebAssembly, and packages that most starts do not need. */
const NOT_BUNDLED = [
  '@bokuweb/zstd-wasm',
  '@node-rs/argon2',
  'better-sqlite3',
  'heic-decode',
  'libbzip2-wasm',
  'lz4-napi',
  'node-liblzma',
  'pg',
  'sharp',
  'smol-toml',
  'snappy',
  'vite',
  'yaml',
];

/** Packages that are named by others and never called. */
const UNUSED = Object.fromEntries(
  [
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    'glob',
    'light-my-request',
  ].map((name) => [name, join(ROOT, 'server', 'launcher', 'not-bundled.cjs')]),
);

/**
 * An import of `node:http` reads all of its exports, of which some load the HTTP client that `fetch` uses: 14 ms and 4 MB on Node 24.
 * This module reads the others.
 */
const HTTP = '\0http';
const HTTP_EXPORTS = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, property]) => 'value' in property)
  .map(([name]) => name);
const LIGHT_HTTP = {
  name: 'light-http',
  resolveId: (id, _importer, { kind }) =>
    id === 'node:http' && kind === 'import-statement' ? HTTP : undefined,
  load: (id) =>
    id === HTTP
      ? `export const { ${HTTP_EXPORTS.join(', ')} } = process.getBuiltinModule('node:http');`
      : undefined,
};

/**
 * Bundles the server and its threads into `folder`, an absolute path. `more` maps the names of further bundles, without `.js`,
 * to their sources relative to the clone.
 */
export async function bundleServer(folder, more = {}) {
  await Promise.all([
    write(folder, { main: 'server/main.ts', ...more }, true),
    ...Object.entries(WORKERS).map(([name, source]) => write(folder, { [name]: source }, false)),
  ]);
  // main.js is CommonJS and starts main.mjs; main.cjs explains why.
  copyFileSync(join(ROOT, 'server', 'launcher', 'main.cjs'), join(folder, 'main.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Writes one file for each input and, if `isSplit`, files for what they share and load later. */
async function write(folder, input, isSplit) {
  const bundle = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    resolve: {
      conditionNames: ['source', 'node', 'import', 'default'],
      // The CommonJS form of ws has exports that its ES module lacks.
      alias: { ws: join(ROOT, 'node_modules', 'ws', 'index.js'), ...UNUSED },
    },
    external: [/^node:(?!http$)/, ...NOT_BUNDLED],
    plugins: [LIGHT_HTTP],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    codeSplitting: isSplit && { groups: chunkGroups() },
    comments: { legal: true, annotation: false, jsdoc: false },
    // V8 keeps the text of all code: without blanks and comments, that is 40 % less. Functions keep their names in stack traces.
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    plugins: [{ name: 'latin1', generateBundle: (_, files) => escapeAll(files) }],
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

/** Loaded by every start of the program, and by the server. */
const START = ['server/start.ts'];
const SERVE = ['server/cli/serve.ts', 'server/app.ts'];

/**
 * Returns the groups of modules that a start of the server loads, each a file: those of every start, those that commands load too, and the
 * rest. Otherwise they would be 60 files, which take 15 ms and 4 MB more.
 */
function chunkGroups() {
  let groups;
  const isIn = (group) => ({
    debugName: group,
    name: (id, context) => {
      groups ??= modulesByGroup((module) => context.getModuleInfo(module));
      return groups.get(id) === group ? group : undefined;
    },
  });
  return ['start', 'shared', 'served'].map(isIn);
}

/** Returns the group of each module that a start of the server loads, by its id. */
function modulesByGroup(getModuleInfo) {
  const start = closure(START, getModuleInfo);
  const served = closure(SERVE, getModuleInfo);
  const commands = [...start]
    .flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => !start.has(id) && !SERVE.some((path) => id === join(ROOT, path)));
  const ofCommands = closure(commands, getModuleInfo);
  const groups = new Map();
  for (const id of served) groups.set(id, ofCommands.has(id) ? 'shared' : 'served');
  for (const id of start) groups.set(id, 'start');
  return groups;
}

/** Returns the ids of modules and of everything that they import at once. */
function closure(paths, getModuleInfo) {
  const found = new Set(paths.map((path) => resolve(ROOT, path)));
  for (const id of found) for (const next of getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * Escapes characters above U+00FF: V8 stores a text in one byte a character without them, and in two with them. Strings, templates
 * and regular expressions with an escape mean the same.
 */
function escapeAll(files) {
  for (const file of Object.values(files)) {
    if (file.type !== 'chunk') continue;
    const raw = /String\.raw`[^`]*[^\0-\xFF]/.exec(file.code);
    if (raw !== null) throw new Error(`${file.fileName}: an escape would change ${raw[0]}`);
    file.code = file.code.replace(
      /[^\0-\xFF]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
}
