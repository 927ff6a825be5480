import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll } from 'vitest';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { openRoot } from '../root.ts';
import type { EntryRef } from '../../entry.ts';
import { at } from '../../driver.test-tools.ts';

/** A served folder for tests of walks. */
export interface TestRoot {
  /** Absolute path on this machine. */
  readonly base: string;
  /** The served folder, inside `base`. */
  readonly path: string;
  readonly root: RootDescriptor;
  /**
   * Creates files, with their own relative path as contents, and the folders they need. A path that ends in '/' is a
   * folder.
   */
  createFiles(...paths: readonly string[]): void;
  /** Returns the sorted relative paths of everything below a folder. Folders end in '/'. */
  listPaths(folder?: string): string[];
}

/** Creates a served folder and one around it, which are removed after the tests of the file. */
export function openTestRoot({ followExternalSymlinks = false } = {}): TestRoot {
  const base = mkdtempSync(join(tmpdir(), 'filebrowser-walks-'));
  const path = join(base, 'root');
  mkdirSync(path);
  const root = openRoot(path, { followExternalSymlinks });
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  return {
    base,
    path,
    root,
    createFiles(...paths) {
      for (const each of paths) {
        const folder = each.endsWith('/') ? each : dirname(each);
        mkdirSync(join(path, folder), { recursive: true });
        if (!each.endsWith('/')) writeFileSync(join(path, each), each);
      }
    },
    listPaths: (folder = '.') => pathsBelow(join(path, folder)),
  };
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
      return entry.isDirectory() ? `${path}/` : path;
    })
    .toSorted();
}

export function entryAt(path: string): EntryRef {
  const cut = path.lastIndexOf('/');
  return { folder: at(path.slice(0, cut)), name: path.slice(cut + 1) };
}

export function noProgress(): Progress {
  return { entries: 0, bytes: 0 };
}

/** Runs all steps of a task, as a thread without other work would. */
export function finish<Result>(task: Task<Result>): Result {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}

export function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The descriptor was the one with which the folder is read.
      return [];
    }
  });
}

/** A thread may start late on a busy machine. */
const FIRST_SWAP_MS = 10_000;

const SWAPPER = `
  const { renameSync } = require('node:fs');
  const { workerData: { spot, stop, swaps } } = require('node:worker_threads');
  while (Atomics.load(stop, 0) === 0) {
    try {
      renameSync(spot, spot + '.real');
      renameSync(spot + '.link', spot);
      renameSync(spot, spot + '.link');
      renameSync(spot + '.real', spot);
      Atomics.add(swaps, 0, 1);
      Atomics.notify(swaps, 0);
    } catch {}
  }
`;

/**
 * Swaps the folder `spot` with the symlink `spot.link` and back, as fast as possible. Has done so once when this
 * returns. The returned function stops it and returns the number of swaps.
 */
export function startSwapping(spot: string): () => Promise<number> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const swaps = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { spot, stop, swaps };
  const worker = new Worker(SWAPPER, { eval: true, execArgv: [], workerData });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
  Atomics.wait(swaps, 0, 0, FIRST_SWAP_MS);
  return async () => {
    Atomics.store(stop, 0, 1);
    await ended;
    return Atomics.load(swaps, 0);
  };
}

/** Name of each folder in deep trees: at a depth of 300, a path is longer than PATH_MAX (4,096 bytes). */
export const DEEP_NAME = 'd'.repeat(20);

/** Creates `depth` nested folders, and a file in each of them but the last. */
export function createDeep(folder: string, depth: number): void {
  const worker = `
    const fs = require('node:fs');
    process.chdir(process.argv[1]);
    for (let each = 0; each < ${depth}; each += 1) {
      fs.mkdirSync('${DEEP_NAME}');
      fs.writeFileSync('f', 'x');
      process.chdir('${DEEP_NAME}');
    }
  `;
  mkdirSync(folder, { recursive: true });
  execNode(worker, folder);
}

export function depthOf(folder: string): number {
  const script = `
    const fs = require('node:fs');
    process.chdir(process.argv[1]);
    let depth = 0;
    while (fs.existsSync('${DEEP_NAME}')) {
      if (fs.readFileSync('f', 'utf8') !== 'x') throw new Error('other bytes');
      process.chdir('${DEEP_NAME}');
      depth += 1;
    }
    console.log(depth);
  `;
  return Number(execNode(script, folder));
}

function execNode(script: string, folder: string): string {
  return execFileSync(process.execPath, ['-e', script, folder], { encoding: 'utf8' });
}
