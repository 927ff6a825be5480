import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilJobsEnd } from './http/jobs.ts';
import { repetitions } from './repetitions.ts';
import { useServer } from './server/use-server.ts';

/** Number of kills; each interrupts all operations of `OPERATIONS` at a random moment. */
const KILLS = repetitions({ usually: 10, soaking: 1_000 });

/** A folder on another device than the disk, where one is available. */
const OTHER_DEVICE = '/dev/shm';

const served = useServer({ flags: ['--followExternalSymlinks'] });

/** Contents by path below a folder; for a file, its own path. */
type Tree = Readonly<Record<string, string>>;

/** An operation with the tree before and after it. Undefined: nothing exists there. */
interface Operation {
  readonly name: string;
  readonly method: 'PATCH' | 'DELETE';
  readonly query: string;
  readonly from: string;
  readonly to: string;
  readonly source: Tree;
  readonly before: Tree | undefined;
  readonly keepsSource: boolean;
  readonly after: Tree | undefined;
}

const FOLDER = folderOf(24, 'new');
const FILE: Tree = { '': 'new '.repeat(250_000) };
const OLD_FILE: Tree = { '': 'old' };
const OLD_FOLDER: Tree = { ...folderOf(8, 'old'), '/only-old.txt': 'old' };
const MERGED: Tree = { ...OLD_FOLDER, ...FOLDER };

const OPERATIONS: readonly Operation[] = [
  ...(['disk', 'shm'] as const).flatMap((disk) => [
    transfer(`copy-${disk}`, 'copy', disk, { source: FOLDER, after: FOLDER }),
    transfer(`copy-over-${disk}`, 'copy', disk, { source: FILE, before: OLD_FILE, after: FILE }),
    transfer(`copy-into-${disk}`, 'copy', disk, {
      source: FOLDER,
      before: OLD_FOLDER,
      after: MERGED,
    }),
    transfer(`move-${disk}`, 'rename', disk, { source: FOLDER, after: FOLDER }),
    transfer(`move-file-${disk}`, 'rename', disk, { source: FILE, after: FILE }),
    transfer(`move-over-${disk}`, 'rename', disk, {
      source: FILE,
      before: OLD_FILE,
      after: FILE,
    }),
    transfer(`move-into-${disk}`, 'rename', disk, {
      source: FOLDER,
      before: OLD_FOLDER,
      after: MERGED,
    }),
  ]),
  {
    name: 'delete',
    method: 'DELETE',
    query: '?permanent=true',
    from: '/disk/delete',
    to: '/disk/no-such-place',
    source: FOLDER,
    before: undefined,
    keepsSource: false,
    after: undefined,
  },
];

function transfer(
  name: string,
  action: 'copy' | 'rename',
  disk: 'disk' | 'shm',
  { source, before, after }: { source: Tree; before?: Tree; after: Tree },
): Operation {
  const to = `/${disk}/${name}-to`;
  const query = `?action=${action}&destination=${encodeURIComponent(to)}&override=true`;
  const keepsSource = action === 'copy';
  return {
    name,
    method: 'PATCH',
    query,
    from: `/disk/${name}`,
    to,
    source,
    before,
    keepsSource,
    after,
  };
}

describe.skipIf(!existsSync(OTHER_DEVICE))('a server that is killed during its operations', () => {
  let memory = '';
  beforeAll(() => {
    memory = mkdtempSync(join(OTHER_DEVICE, 'filebrowser-kill-'));
    mkdirSync(onDisk('/disk'));
    symlinkSync(memory, onDisk('/shm'));
  });
  afterAll(() => rmSync(memory, { recursive: true, force: true }));

  it(
    `loses nothing and leaves nothing incomplete, ${KILLS} times`,
    { timeout: 10_000 * (KILLS + 10) },
    async () => {
      await served().sessions.tokenOf('carol');
      const takesMs = await doAll();
      const outcomes = { done: 0, undone: 0 };
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (const operation of OPERATIONS) createFiles(operation);
        const running = OPERATIONS.map((operation) => begin(operation));
        const afterMs = Math.random() * takesMs;
        await sleep(afterMs);
        await served().server.kill();
        await Promise.all(running);
        await served().server.resume();
        await untilJobsEnd(served(), 'carol');
        for (const operation of OPERATIONS)
          outcomes[outcomeOf(operation, `kill ${kill}, after ${afterMs} ms`)] += 1;
        expect(hiddenPartsBelow(onDisk('/disk'))).toEqual([]);
        expect(hiddenPartsBelow(memory)).toEqual([]);
      }
      console.info(
        `interrupted operations: ${outcomes.done} were done, ${outcomes.undone} had not happened`,
      );
    },
  );
});

/** Runs all operations without a kill. Returns the duration in milliseconds. */
async function doAll(): Promise<number> {
  for (const operation of OPERATIONS) createFiles(operation);
  const begunAt = performance.now();
  await Promise.all(OPERATIONS.map((operation) => begin(operation)));
  const takesMs = performance.now() - begunAt;
  const undone = OPERATIONS.filter(
    (operation) => outcomeOf(operation, 'without a kill') === 'undone',
  );
  expect(undone.map(({ name }) => name)).toEqual([]);
  return takesMs;
}

/** Starts an operation. The caller loses the connection; only the disk shows the result. */
async function begin({ method, from, query }: Operation): Promise<void> {
  const path = `/api/resources${from}${query}`;
  // A named operation goes on without its caller.
  const headers = { 'X-Operation': `kill-${Math.random().toString(36).slice(2)}` };
  await served()
    .as('carol', { method, path, headers })
    .catch(() => undefined);
}

/** Expects that the operation has happened completely or not at all. */
function outcomeOf(
  { name, from, to, source, before, keepsSource, after }: Operation,
  when: string,
): 'done' | 'undone' {
  const [sourceNow, targetNow] = [readTree(onDisk(from)), readTree(onDisk(to))];
  const undone = { source, target: before };
  const done = { source: keepsSource ? source : undefined, target: after };
  const now = { source: sourceNow, target: targetNow };
  const isDone = sameTree(now.source, done.source) && sameTree(now.target, done.target);
  const isUndone = sameTree(now.source, undone.source) && sameTree(now.target, undone.target);
  if (!isDone && !isUndone) {
    expect
      .soft(summary(now), `${name}, ${when}; as before: ${summary(undone)}`)
      .toBe(summary(done));
  }
  return isDone ? 'done' : 'undone';
}

function onDisk(path: string): string {
  return join(served().server.root, path);
}

function createFiles({ from, to, source, before }: Operation): void {
  if (!sameTree(readTree(onDisk(from)), source)) writeTree(onDisk(from), source);
  if (sameTree(readTree(onDisk(to)), before)) return;
  if (before === undefined) rmSync(onDisk(to), { recursive: true });
  else writeTree(onDisk(to), before);
}

function folderOf(files: number, contents: string): Tree {
  return Object.fromEntries(
    Array.from({ length: files }, (_, number) => [
      `/${number % 10}/${number}.txt`,
      `${contents} ${number} `.repeat(200),
    ]),
  );
}

function writeTree(root: string, tree: Tree): void {
  rmSync(root, { recursive: true, force: true });
  for (const [path, contents] of Object.entries(tree)) {
    const file = `${root}${path}`;
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, contents);
  }
}

function readTree(root: string): Tree | undefined {
  if (!existsSync(root)) return undefined;
  if (!statSync(root).isDirectory()) return { '': readFileSync(root, 'utf8') };
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory()) tree[path.slice(root.length)] = readFileSync(path, 'utf8');
    else if (readdirSync(path).length === 0) tree[`${path.slice(root.length)}/`] = '';
  }
  return tree;
}

function sameTree(one: Tree | undefined, other: Tree | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const paths = Object.keys(one);
  return (
    paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
  );
}

function summary({
  source,
  target,
}: {
  source: Tree | undefined;
  target: Tree | undefined;
}): string {
  const count = (tree: Tree | undefined): string =>
    tree === undefined ? 'nothing' : `${Object.keys(tree).length} files`;
  return `${count(source)} → ${count(target)}`;
}

/** Returns the paths of incomplete files. The trash holds the versions that the copies have replaced. */
function hiddenPartsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.replace(/^\.filebrowser-trash\.part(?:\/|$)/, '').includes('.filebrowser-'),
  );
}
