import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Each thread is a separate file under its own name, because workerUrl() looks for it there. */
const SERVER_ENTRIES = {
  main: 'server/main.ts',
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
 * Bundles the server and its threads into `folder`, an absolute path. `more` maps the names of further bundles, without `.js`,
 * to their sources relative to the clone.
 */
export async function bundleServer(folder, more = {}) {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { ...SERVER_ENTRIES, ...more },
    platform: 'node',
    resolve: {
      conditionNames: ['source', 'node', 'import', 'default'],
      // The CommonJS form of ws has exports that its ES module lacks.
      alias: { ws: join(ROOT, 'node_modules', 'ws', 'index.js'), ...UNUSED },
    },
    external: [/^node:/, ...NOT_BUNDLED],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    comments: { legal: true, annotation: false, jsdoc: false },
    // V8 keeps the text of all code: without blanks and comments, that is 40 % less. Functions keep their names in stack traces.
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    plugins: [{ name: 'latin1', generateBundle: (_, files) => escapeAll(files) }],
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  // main.js is CommonJS and starts main.mjs; main.cjs explains why.
  copyFileSync(join(ROOT, 'server', 'launcher', 'main.cjs'), join(folder, 'main.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
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
