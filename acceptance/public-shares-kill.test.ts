import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilJobsEnd } from './http/jobs.ts';
import { downloadPath, sharesOf, createShare, sharePath, visit } from './http/public-shares.ts';
import { repetitions } from './repetitions.ts';
import { useServer } from './server/use-server.ts';

/** Number of kills; each interrupts all operations of `OPERATIONS` at a random moment. */
const KILLS = repetitions({ usually: 5, soaking: 300 });

/** A folder on another device, so that a move cannot be a rename. */
const OTHER_DEVICE = '/dev/shm';

const served = useServer({ flags: ['--followExternalSymlinks', '--trustedProxies', '127.0.0.1'] });

type Outcome = 'moved' | 'stayed' | 'gone';

/** An operation on a shared item. */
interface Operation {
  readonly name: string;
  readonly method: 'PATCH' | 'DELETE' | 'PUT' | 'POST';
  readonly query: string;
  /** Path of the operation; it contains the shared item or is that item. */
  readonly from: string;
  readonly to: string | undefined;
  /** Shared item below that path; '' is the path itself. */
  readonly shared: '' | '/5/15.txt' | '/5/';
  readonly isFolder: boolean;
  /** State of the item after the completed operation; undefined if it is removed. */
  readonly end: Outcome;
  readonly body?: string;
}

const OPERATIONS: readonly Operation[] = [
  ...(['disk', 'shm'] as const).flatMap((disk) => [
    move(`file-${disk}`, disk, '', false),
    move(`folder-${disk}`, disk, '', true),
    move(`below-${disk}`, disk, '/5/15.txt', true),
    move(`between-${disk}`, disk, '/5/', true),
  ]),
  remove('removed-file', '', false),
  remove('removed-folder', '', true),
  remove('removed-below', '/5/15.txt', true),
  {
    name: 'saved',
    method: 'PUT',
    query: '',
    from: '/disk/saved',
    to: '/disk/saved',
    shared: '',
    isFolder: false,
    end: 'stayed',
    body: 'saved '.repeat(200_000),
  },
  {
    name: 'uploaded',
    method: 'POST',
    query: '?override=true',
    from: '/disk/uploaded',
    to: '/disk/uploaded',
    shared: '',
    isFolder: false,
    end: 'stayed',
    body: 'uploaded '.repeat(200_000),
  },
  {
    name: 'copied-over',
    method: 'PATCH',
    query: transferTo('copy', '/disk/copied-over'),
    from: '/disk/source-of-copy',
    to: '/disk/copied-over',
    shared: '',
    isFolder: false,
    end: 'stayed',
  },
];

function move(
  name: string,
  disk: 'disk' | 'shm',
  shared: Operation['shared'],
  isFolder: boolean,
): Operation {
  const to = `/${disk}/${name}-to`;
  const query = transferTo('rename', to);
  return {
    name,
    method: 'PATCH',
    query,
    from: `/disk/${name}`,
    to,
    shared,
    isFolder,
    end: 'moved',
  };
}

function remove(name: string, shared: Operation['shared'], isFolder: boolean): Operation {
  const from = `/disk/${name}`;
  return { name, method: 'DELETE', query: '', from, to: undefined, shared, isFolder, end: 'gone' };
}

function transferTo(action: 'copy' | 'rename', to: string): string {
  return `?action=${action}&destination=${encodeURIComponent(to)}&override=true`;
}

interface Shared {
  readonly operation: Operation;
  readonly hash: string;
}

describe.skipIf(!existsSync(OTHER_DEVICE))(
  'a server that is killed while shared items are moved, deleted and replaced',
  () => {
    let memory = '';
    beforeAll(() => {
      memory = mkdtempSync(join(OTHER_DEVICE, 'filebrowser-shares-'));
      mkdirSync(onDisk('/disk'));
      symlinkSync(memory, onDisk('/shm'));
    });
    afterAll(() => rmSync(memory, { recursive: true, force: true }));

    it(
      `finds the item of each share, or knows that it is gone, ${KILLS} times`,
      { timeout: 20_000 * (KILLS + 10) },
      async () => {
        await served().sessions.tokenOf('carol');
        const takesMs = await doAll();
        const outcomes = { moved: 0, stayed: 0, gone: 0 };
        for (let kill = 0; kill < KILLS; kill += 1) {
          const shared = await createShares();
          const running = shared.map(({ operation }) => begin(operation));
          // Longer than the measured time: a server that has just started is slower.
          const afterMs = Math.random() * takesMs * 1.5;
          await sleep(afterMs);
          await served().server.kill();
          await Promise.all(running);
          await served().server.resume();
          await untilJobsEnd(served(), 'carol');
          const when = `kill ${kill}, after ${Math.round(afterMs)} ms`;
          for (const one of shared) outcomes[await outcomeOf(one, when)] += 1;
        }
        expect(outcomes.moved + outcomes.stayed + outcomes.gone).toBe(KILLS * OPERATIONS.length);
        console.info(
          `shares of interrupted operations: ${outcomes.moved} followed, ${outcomes.stayed} stayed, ${outcomes.gone} ended`,
        );
      },
    );
  },
);

/** Runs all operations without a kill. Returns the duration in milliseconds. */
async function doAll(): Promise<number> {
  const shared = await createShares();
  const begunAt = performance.now();
  await Promise.all(shared.map(({ operation }) => begin(operation)));
  const takesMs = performance.now() - begunAt;
  const outcomes = [];
  for (const one of shared) outcomes.push(await outcomeOf(one, 'without a kill'));
  expect(outcomes).toEqual(OPERATIONS.map(({ end }) => end));
  return takesMs;
}

async function createShares(): Promise<readonly Shared[]> {
  for (const link of await sharesOf(served(), 'carol')) {
    await served().as('carol', { method: 'DELETE', path: `/api/share/${link.hash}` });
  }
  for (const operation of OPERATIONS) createFiles(operation);
  return Promise.all(
    OPERATIONS.map(async (operation) => {
      const of = operation.name === 'copied-over' ? '/disk/copied-over' : operation.from;
      return {
        operation,
        hash: (await createShare(served(), 'carol', `${of}${operation.shared}`)).hash,
      };
    }),
  );
}

function createFiles({ name, from, to, isFolder }: Operation): void {
  for (const path of [from, ...(to === undefined ? [] : [to])]) {
    rmSync(onDisk(path), { recursive: true, force: true });
  }
  if (name === 'copied-over') writeFileSync(onDisk('/disk/copied-over'), contentOf('before', 0));
  if (!isFolder) return writeFileSync(onDisk(from), contentOf(name, 0));
  for (let number = 0; number < 24; number += 1) {
    const folder = join(onDisk(from), `${number % 10}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${number}.txt`), contentOf(name, number));
  }
}

function contentOf(name: string, number: number): string {
  return `${name} ${number} `.repeat(5_000);
}

/** Starts an operation. The caller loses the connection; only the disk shows the result. */
async function begin({ method, from, query, body }: Operation): Promise<void> {
  // A named operation goes on without its caller.
  const headers = { 'X-Operation': `links-${Math.random().toString(36).slice(2)}` };
  await served()
    .as('carol', {
      method,
      path: `/api/resources${from}${query}`,
      headers,
      ...(body !== undefined && { body }),
    })
    .catch(() => undefined);
}

/** Expects the share to serve the item at its only path with its bytes, or to be gone with it. */
async function outcomeOf({ operation, hash }: Shared, when: string): Promise<Outcome> {
  const { name, from, to, shared } = operation;
  const source = name === 'copied-over' ? undefined : `${from}${shared}`;
  const target = to === undefined ? undefined : `${to}${shared}`;
  const at = [target, source].find((path) => path !== undefined && existsSync(onDisk(path)));
  const link = (await sharesOf(served(), 'carol')).find((one) => one.hash === hash);
  const facts = await visit(served(), sharePath(hash));
  const outcome = `${facts.status}, listed ${link === undefined ? 'not at all' : `${link.path} ${link.state}`}`;
  if (at === undefined) {
    expect.soft(outcome, `${name}, ${when}: the item is gone`).toBe('404, listed not at all');
    return 'gone';
  }
  expect.soft(outcome, `${name}, ${when}: the item is at ${at}`).toBe(`200, listed ${at} live`);
  const file = shared === '' && operation.isFolder ? '/5/15.txt' : shared === '/5/' ? '15.txt' : '';
  const below = file === '' ? '' : `/${file.replace(/^\//, '')}`;
  const bytes = await visit(served(), downloadPath(hash, below));
  const isRight = bytes.body.toString() === readFileSync(join(onDisk(at), file), 'utf8');
  expect.soft(isRight, `${name}, ${when}: its bytes are those of ${at}${file}`).toBe(true);
  return at === source || operation.end === 'stayed' ? 'stayed' : 'moved';
}

function onDisk(path: string): string {
  return join(served().server.root, path);
}
