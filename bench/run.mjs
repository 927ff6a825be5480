import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFile } from './lib/fixtures.mjs';
import { evaluate, OURS } from './lib/goals.mjs';
import { LoadClient } from './lib/load.mjs';
import { interleave } from './lib/measure.mjs';
import { printRow } from './lib/report.mjs';
import { startCopyparty, startDufs, startNginx, startOurs } from './lib/servers.mjs';
import { abandonedDownloads } from './rows/abandoned-downloads.mjs';
import { cluster } from './rows/cluster.mjs';
import { checksums } from './rows/checksums.mjs';
import { archives } from './rows/archives.mjs';
import { downloads } from './rows/downloads.mjs';
import { hangingMount } from './rows/hanging-mount.mjs';
import { hugeFolders } from './rows/huge-folders.mjs';
import { largeNumbers } from './rows/large-numbers.mjs';
import { listing } from './rows/listing.mjs';
import { managedStore } from './rows/managed-store.mjs';
import { memory } from './rows/memory.mjs';
import { objectStorage } from './rows/object-storage.mjs';
import { packedArchives } from './rows/packed-archives.mjs';
import { search } from './rows/search.mjs';
import { logInRow } from './rows/log-in.mjs';
import { smallDownloads } from './rows/small-downloads.mjs';
import { smallUploads } from './rows/small-uploads.mjs';
import { start } from './rows/start.mjs';
import { thumbnails } from './rows/thumbnails.mjs';
import { trash } from './rows/trash.mjs';
import { trees } from './rows/trees.mjs';
import { upload } from './rows/upload.mjs';
import { verifiedUpload } from './rows/verified-upload.mjs';

const ROWS = [
  downloads,
  abandonedDownloads,
  smallDownloads,
  upload,
  verifiedUpload,
  smallUploads,
  listing,
  logInRow,
  start,
  trees,
  trash,
  checksums,
  packedArchives,
  archives,
  thumbnails,
  search,
  memory,
  hugeFolders,
  hangingMount,
  largeNumbers,
  managedStore,
  objectStorage,
  cluster,
];
const HERE = import.meta.dirname;
const GIB = 1024 ** 3;

const HELP = `npm run bench [-- row ...] [--rounds 5] [--wait 60] [--server main.js] [--copyparty program] [--dufs program] [--rclone program] [--postgres address]

Rows: ${ROWS.map(({ name }) => name).join(', ')}; all by default.
--rounds   number of interleaved rounds for each row; 1 for a quick test
--wait     seconds to wait before each round, so that the machine becomes idle
--server   the server to measure instead of this clone's build
--copyparty, --dufs, --rclone   paths of programs to compare with
--postgres   address of a PostgreSQL server for the row large-numbers; a database is created there and dropped at the end
`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    wait: { type: 'string', default: '60' },
    server: { type: 'string', default: join(HERE, '..', 'dist', 'server', 'main.js') },
    copyparty: { type: 'string', default: 'copyparty' },
    dufs: { type: 'string', default: 'dufs' },
    rclone: { type: 'string', default: 'rclone' },
    postgres: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (flags.help) console.log(HELP);
else await main();

async function main() {
  const rows = chosenRows();
  const cache = join(tmpdir(), 'filebrowser-bench');
  const root = join(cache, 'root');
  mkdirSync(root, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'run-'));
  const inMemory = mkdtempSync(join(isFolder('/dev/shm') ? '/dev/shm' : scratch, 'filebrowser-'));
  const bench = {
    entry: resolve(flags.server),
    scratch,
    postgres: flags.postgres,
    load: new LoadClient({ program: compile('load', scratch), folder: scratch }),
    receiver: compile('receive', scratch),
    fixtures: bigFiles(root),
    folder: (name) => createFolder(scratch, name),
    memoryFolder: (name) => createFolder(inMemory, name),
  };
  const results = [];
  try {
    for (const row of rows) results.push(await runRow(bench, row));
  } finally {
    for (const folder of [scratch, inMemory]) rmSync(folder, { recursive: true, force: true });
  }
  save(results);
}

function chosenRows() {
  const unknown = positionals.find((name) => !ROWS.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`unknown row "${unknown}"\n${HELP}`);
  return positionals.length === 0 ? ROWS : ROWS.filter(({ name }) => positionals.includes(name));
}

async function runRow(bench, row) {
  const programs = [];
  const absent = new Map();
  const started = async (starting) => {
    const server = await starting;
    programs.push(server.program);
    return server;
  };
  const startOther = async (name, begin) => {
    const command = flags[name] ?? name;
    if (isInstalled(command)) return started(begin(command));
    absent.set(name, 'not installed');
    return undefined;
  };
  const startReaders = (root) => readers(bench, root, { started, startOther });
  try {
    const contenders = await row.prepare({ ...bench, started, startOther, startReaders });
    const { samples, failures, loads } = await interleave(contenders, {
      rounds: Number(flags.rounds),
      waitMs: Number(flags.wait) * 1_000,
      report: (progress) => process.stderr.write(`  ${row.name}: ${progress}\n`),
    });
    const metrics = evaluate(row.metrics, samples);
    const result = { name: row.name, about: row.about, metrics, loads };
    printRow({ ...result, failures: [...absent, ...failures] });
    return { ...result, failures: Object.fromEntries([...absent, ...failures]) };
  } catch (error) {
    console.error(
      `\n${row.name}: no figures: ${error instanceof Error ? error.message : String(error)}`,
    );
    return {
      name: row.name,
      about: row.about,
      metrics: [],
      loads: [],
      failures: { [OURS]: String(error) },
    };
  } finally {
    for (const program of programs) await program.stop();
  }
}

/** Starts all servers that can serve a folder: ours, the physical limit, and the other installed products. */
async function readers({ entry, scratch }, root, { started, startOther }) {
  const ours = await started(startOurs({ entry, root, scratch }));
  const others = [
    await startOther('nginx', () => startNginx({ root, scratch })),
    await startOther('copyparty', (command) => startCopyparty({ command, root, scratch })),
    await startOther('dufs', (command) => startDufs({ command, root, scratch })),
  ];
  return [ours, ...others.filter((server) => server !== undefined)];
}

function isInstalled(command) {
  return spawnSync('sh', ['-c', 'command -v "$0"', command]).status === 0;
}

function compile(name, folder) {
  const program = join(folder, name);
  const source = join(HERE, 'native', `${name}.c`);
  const { status } = spawnSync('cc', ['-O2', '-o', program, source], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${name}.c could not be compiled. Install a C compiler`);
  return program;
}

function bigFiles(root) {
  const bigFile = randomFile(root, 'big.bin', GIB);
  const quarterFile = randomFile(root, 'quarter.bin', GIB / 4);
  return { root, bigFile, quarterFile, big: GIB, quarter: GIB / 4 };
}

function createFolder(parent, name) {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function isFolder(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function save(results) {
  const folder = join(HERE, 'results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const machine = {
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / GIB),
    kernel: release(),
    node: process.version,
  };
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ at, machine, rounds: Number(flags.rounds), results }, undefined, 2)}\n`,
  );
  const metrics = results.flatMap((row) => row.metrics).filter(({ met }) => met !== undefined);
  const missed = metrics.filter(({ met }) => !met).length;
  console.log(`\n${metrics.length - missed} goals met, ${missed} missed; all figures in ${file}`);
}
