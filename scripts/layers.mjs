// Checks the layers of ARCHITECTURE.md: which module may import which, use the file system, and read the environment.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCycles } from './lib/cycles.mjs';
import { readModule } from './lib/read-module.mjs';

/**
 * Layers from the lowest to the highest. A layer may import itself and lower ones; features of an isolated layer
 * never import each other.
 */
const ORDER = {
  server: [
    { parts: ['lib', 'errors'] },
    {
      parts: [
        'archive-formats',
        'compat/filebrowser2/bolt',
        'config',
        'events',
        'file-types',
        'logger',
        'policy',
      ],
    },
    { parts: ['storage', 'metadata'] },
    { parts: ['cleanup', 'access', 'cluster'] },
    { parts: ['administration', 'programs'] },
    { parts: ['tree', 'compat'] },
    { parts: ['archives', 'images'] },
    { parts: ['http'] },
    { parts: ['operations'] },
    { parts: ['features'], isolated: true },
    { parts: ['app'] },
    { parts: ['cli', 'compat/filebrowser2/cli', 'start', 'main', 'dev'] },
  ],
  web: [
    { parts: ['lib', 'ui', 'i18n'] },
    { parts: ['api'] },
    { parts: ['state'] },
    { parts: ['actions'] },
    { parts: ['features'], isolated: true },
    { parts: ['routes'], isolated: true },
    { parts: ['app'] },
    { parts: ['main', 'share'] },
  ],
};

/** Top-level folders without layers. Each may import itself and the folders in its list. */
const ALONE = { contract: [], acceptance: ['scripts'], e2e: [], bench: ['scripts'], scripts: [] };
const CONTRACT_PACKAGES = ['zod'];

/** Tests and their helpers: they may use the file system, the environment and server/testing or web/testing. */
const TEST_CODE =
  /\.test(?:-tools)?\.tsx?$|^(?:server|web)\/testing\/|^server\/storage\/[a-z-]+-suite\.ts$/;
const TOOLS = /^(?:scripts|acceptance|e2e|bench)\/|(?:^|\/)[\w-]+\.config\.(?:m?js|ts)$/;

const MAY_USE_DISK = [
  /^server\/storage\/local\//,
  // Facts about this machine and process, and the cache folder. None of these are files of users.
  /^server\/lib\/(?:background-thread|boot-id|disk-cache|folder-identity|pool-answers)\.ts$/,
  // Runs in the decoder process, on the file that the server has opened for it.
  /^server\/images\/decoding\/borrowed-file\.ts$/,
  // A copy in an unnamed temporary file, by which programs read contents that are in object storage.
  /^server\/storage\/managed\/s3\/unnamed-copy\.ts$/,
  // Unnamed files in memory, by which the decoder process gets copies of images.
  /^server\/images\/decoding\/picture-slots\.ts$/,
  /^server\/config\//,
  /^server\/cli\//,
  // Locations of programs, running processes, and the system folders that a sandbox shows. None of these are files of
  // users.
  /^server\/programs\/(?:example-file|find-program|inherited-descriptors|process-table|sandbox\/system-paths)\.ts$/,
  // Start-up: creates the database file with its mode, and explains why an existing one cannot be opened.
  /^server\/metadata\/database-file\.ts$/,
  // The lock file of a server.
  /^server\/metadata\/lease-file\.ts$/,
  // Flushes the write-ahead log of SQLite.
  /^server\/metadata\/write-ahead-log\.ts$/,
  // Reads databases and exports of File Browser 2, and creates the database that they are migrated to.
  /^server\/compat\/filebrowser2\//,
  // Publishes a database file that a migration or a backup has written.
  /^server\/metadata\/publish-database-file\.ts$/,
  // Start-up: opens the log file.
  /^server\/logger\.ts$/,
  // Start-up: reads the built page once, before the first request.
  /^server\/features\/page\/built-page\.ts$/,
];
const MAY_READ_ENVIRONMENT = [/^server\/config\//];

/**
 * The file that decides about access (not the layer `policy`). Features authorize with server/tree; only the feature that explains
 * rules imports it.
 */
const DECIDE = 'server/access/decide.ts';
const MAY_IMPORT_DECIDE = /^server\/features\/rules\//;

/**
 * Storage drivers, which never import each other: what they share is in server/storage. Besides the local driver itself, only
 * `open.ts` imports it; the command line also uses parts of the managed store.
 */
const LOCAL_DRIVER = 'server/storage/local/';
const MANAGED_DRIVER = 'server/storage/managed/';
const MAY_IMPORT_LOCAL_DRIVER = /^server\/storage\/(?:local\/|open\.ts$)/;

const DISK_MODULES = new Set(['fs', 'fs/promises', 'node:fs', 'node:fs/promises']);
const SOURCE_FOLDERS = ['contract', 'server', 'web', 'acceptance', 'e2e', 'bench', 'scripts'];
const SOURCE_FILE = /\.(?:tsx?|mjs|js)$/;

/**
 * Returns a line for each broken rule below `root`, with its file and line where known, and a chain for each import cycle; empty
 * if there are none.
 */
export function checkLayers(root) {
  const modules = SOURCE_FOLDERS.flatMap((folder) => sourcesBelow(root, folder)).map((file) => {
    const { specifiers, ...facts } = readModule(file, readFileSync(join(root, file), 'utf8'));
    const imports = specifiers.map(({ specifier, line }) => ({
      specifier,
      line,
      target: targetOf(root, file, specifier),
    }));
    return { file, imports, ...facts };
  });
  return [...modules.flatMap((module) => brokenRules(module, root)), ...describeCycles(modules)];
}

function sourcesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE_FILE.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|results)\//.test(file))
    .sort();
}

/** Returns our file that an import specifier leads to, relative to `root`; undefined for packages. */
function targetOf(root, file, specifier) {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('#contract/')) return path.slice(1);
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  // Vite resolves these against the root of the page.
  if (path.startsWith('/') && existsSync(join(root, 'web', path))) return `web${path}`;
  return undefined;
}

function brokenRules({ file, imports, readsEnvironment, fault }, root) {
  if (fault !== undefined) return [`${file} cannot be read: ${fault}`];
  const broken = imports.flatMap(({ specifier, target, line }) => {
    const reason =
      target === undefined
        ? packageRefusal(file, specifier)
        : existsSync(join(root, target))
          ? importRefusal(file, target)
          : 'there is no such file';
    return reason === undefined ? [] : [`${file}:${line} imports ${specifier}: ${reason}`];
  });
  if (file.startsWith('server/') || file.startsWith('web/'))
    broken.push(...filesWithoutLayer(file));
  if (readsEnvironment !== undefined && !mayReadEnvironment(file)) {
    broken.push(`${file}:${readsEnvironment} reads process.env: only server/config does`);
  }
  return broken;
}

function packageRefusal(file, specifier) {
  if (DISK_MODULES.has(specifier) && !mayUseDisk(file)) {
    return 'only the local driver, config, cli and start-up code touch the disk';
  }
  const isContract = file.startsWith('contract/') && !TEST_CODE.test(file);
  if (isContract && !CONTRACT_PACKAGES.includes(specifier)) {
    return `the contract depends on ${CONTRACT_PACKAGES.join(', ')} and nothing else`;
  }
  return undefined;
}

function mayUseDisk(file) {
  return isToolOrTest(file) || MAY_USE_DISK.some((pattern) => pattern.test(file));
}

function mayReadEnvironment(file) {
  return isToolOrTest(file) || MAY_READ_ENVIRONMENT.some((pattern) => pattern.test(file));
}

function isToolOrTest(file) {
  return TEST_CODE.test(file) || TOOLS.test(file);
}

/** Returns why `file` may not import `target`, both of them ours; undefined if it may. */
function importRefusal(file, target) {
  const from = sideOf(file);
  const to = sideOf(target);
  const isTest = TEST_CODE.test(file);
  if (TEST_CODE.test(target) && !isTest) return 'code that runs does not import test code';
  if (from in ALONE) {
    const allowed = [from, ...ALONE[from]];
    if (allowed.includes(to)) return undefined;
    return `${from}/ may import only ${allowed.map((folder) => `${folder}/`).join(' and ')}`;
  }
  if (to === 'contract') return undefined;
  if (to === 'scripts' && isToolOrTest(file)) return undefined;
  if (to !== from) return `${from}/ may import itself and contract/, not ${to}/`;
  if (isTestHelper(file) || TOOLS.test(file)) return undefined;
  if (isTest && TEST_CODE.test(target)) return undefined;
  if (target === DECIDE && file.startsWith('server/features/') && !MAY_IMPORT_DECIDE.test(file)) {
    return 'features authorize paths with server/tree/authorize.ts';
  }
  if (!isTest && crossesDrivers(file, target)) {
    return 'what drivers share is in server/storage, and only open.ts opens the local driver';
  }
  return orderRefusal(from, file, target);
}

function crossesDrivers(file, target) {
  if (target.startsWith(LOCAL_DRIVER)) return !MAY_IMPORT_LOCAL_DRIVER.test(file);
  return target.startsWith(MANAGED_DRIVER) && file.startsWith(LOCAL_DRIVER);
}

function isTestHelper(file) {
  return /^(?:server|web)\/testing\//.test(file);
}

function filesWithoutLayer(file) {
  if (isToolOrTest(file) || layerOf(sideOf(file), file) !== undefined) return [];
  return [`${file} is in none of the layers`];
}

function orderRefusal(side, file, target) {
  const here = layerOf(side, file);
  const there = layerOf(side, target);
  // `filesWithoutLayer` reports such a file itself, once.
  if (here === undefined || there === undefined) return undefined;
  if (there.line > here.line)
    return `${here.part} is a lower layer than ${there.part}; imports only go down`;
  const bothFeatures = here.line === there.line && ORDER[side][here.line]?.isolated;
  if (bothFeatures && here.feature !== there.feature) {
    return `${here.part}/${here.feature} and ${there.part}/${there.feature} must not import each other`;
  }
  return undefined;
}

/** Finds the line of a file by the longest path in `parts` that leads to it. */
function layerOf(side, file) {
  const names = file
    .slice(side.length + 1)
    .split('/')
    .map(withoutEndings);
  for (let length = names.length; length > 0; length -= 1) {
    const part = names.slice(0, length).join('/');
    const line = ORDER[side].findIndex(({ parts }) => parts.includes(part));
    if (line !== -1) return { line, part, feature: names[length] ?? '' };
  }
  return undefined;
}

/** Removes the endings, so that a module, its test and its style have the same name. */
function withoutEndings(name) {
  return name.replace(/(?:\.test|\.module)?\.(?:tsx?|css|mjs|js|json)$/, '');
}

function sideOf(file) {
  return file.slice(0, Math.max(0, file.indexOf('/')));
}

function describeCycles(modules) {
  const graph = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.flatMap(({ target }) => (target === undefined ? [] : [target])),
    ]),
  );
  return findCycles(graph).map((chain) => `a ring of imports: ${chain.join(' → ')}`);
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const broken = checkLayers(root);
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
