import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { header, type Call, type Reply } from './http/send.ts';
import { repetitions } from './repetitions.ts';
import { loadSetup } from './replay/recording-format.ts';
import { PowerDisk, whyNoPowerCuts } from './server/power-disk.ts';
import { PowerServer } from './server/power-server.ts';
import { LEASE_IN_ROOT } from './server/running-server.ts';

/** Number of power cuts; each interrupts all activities at a random moment. FB_TEST_POWER_CUTS overrides it. */
const CUTS = Number(process.env['FB_TEST_POWER_CUTS'] ?? repetitions({ usually: 4, soaking: 200 }));
/** Latest moment of a power cut, from the beginning of the activities. Milliseconds. */
const LATEST_CUT_MS = 6_000;
/** Maximum age of bytes of an upload that a cut may lose: 2 seconds, and more on a busy machine. Milliseconds. */
const FLUSHED_WITHIN_MS = 5_000;
/** Maximum duration of the recovery, which continues in the background after the start on a slow disk. Milliseconds. */
const RECOVERED_WITHIN_MS = 60_000;
const FILES_OF_TREE = 100;
/** Number of prepared items for each activity. */
const LAID_OUT = 12;
/** Maximum number of log-ins between two cuts: a user has at most 100 sessions. */
const MAX_LOG_INS = 80;
/** Maximum number of shares created between two cuts: one item has at most 10,000 shares, also after 200 cuts. */
const MAX_SHARES = 45;
const PASSWORD = 'A-new-passw0rd-of-27-letters';

const why = whyNoPowerCuts();
if (why !== undefined) console.info(`power cuts are not tested: ${why}`);

/** Checks after the cut that everything acknowledged exists. */
type Check = () => Promise<void> | void;

/** Checks of one round. */
interface Checks {
  /** Hold as soon as the server answers. */
  readonly atOnce: Check[];
  /** Look only at the disk, and hold when the recovery has come to the files, and ever after. */
  readonly recovered: Check[];
}

let disk: PowerDisk | undefined;
let server: PowerServer;
let token = '';
let isCut = false;

/** Runs steps one after the other until the power is cut. The value of each acknowledged step is checked afterwards. */
async function repeat(
  checks: Check[],
  step: (number: number) => Promise<Check>,
  times = Infinity,
): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    let check: Check;
    try {
      check = await step(number);
    } catch (error) {
      if (!isCut) throw error;
      return;
    }
    checks.push(check);
  }
}

/**
 * Throws once the power is cut. The process of the server runs on until it is killed, so it can still answer, which a server without power
 * cannot. What it answers then does not count: the kernel may report a flush that the cut has interrupted as done.
 */
function requirePower(): void {
  if (isCut) throw new Error('the power is cut');
}

async function acknowledged(call: Call, status: number): Promise<Reply> {
  const reply = await server.call(token, call);
  requirePower();
  if (reply.status !== status) {
    throw new Error(`${call.method} ${call.path}: ${reply.status} ${reply.body.toString()}`);
  }
  return reply;
}

async function logIn(username: string, password: string): Promise<Reply> {
  const body = JSON.stringify({ username, password });
  return server.call(undefined, { method: 'POST', path: '/api/login', body });
}

/** Repeats a check while it fails, because the recovery may not have come to its files yet. */
async function afterRecovery(check: Check): Promise<void> {
  await vi.waitFor(check, { timeout: RECOVERED_WITHIN_MS, interval: 500 });
}

function onDisk(path: string): string {
  return join(server.root, path);
}

function expectBytes(path: string, bytes: Buffer | string): void {
  const there = existsSync(onDisk(path)) ? readFileSync(onDisk(path)) : undefined;
  expect(there?.equals(Buffer.from(bytes)), `${path} has ${there?.length} bytes`).toBe(true);
}

/** Returns the contents of the files in a folder by name, including hidden ones. */
function filesIn(path: string): Record<string, string> {
  if (!existsSync(onDisk(path))) return {};
  const names = readdirSync(onDisk(path));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(onDisk(join(path, name)), 'utf8')]),
  );
}

function createTree(path: string, prefix: string): void {
  mkdirSync(onDisk(path));
  const files = Array.from({ length: FILES_OF_TREE }, (_, number) => `${prefix}-${number}`);
  for (const name of files) writeFileSync(onDisk(join(path, name)), `${name} `.repeat(50));
}

/** Prepares the files before the activities: a flush during them would save what they have not flushed. */
function layOut(at: string): void {
  mkdirSync(onDisk(at));
  writeFileSync(onDisk(`${at}/saved.txt`), 'before');
  for (let number = 0; number < LAID_OUT; number += 1) {
    createTree(`${at}/merged-from-${number}`, 'new');
    createTree(`${at}/merged-to-${number}`, 'old');
    createTree(`${at}/copied-from-${number}`, 'copied');
    const removed = `${at}/removed-${number}`;
    if (number % 2 === 0) createTree(removed, 'gone');
    else writeFileSync(onDisk(removed), 'gone');
  }
  disk?.flush();
}

/** Activities that run at the same time until the power is cut, each with file names of its own. */
const ACTIVITIES: readonly ((at: string, checks: Checks) => Promise<void>)[] = [
  (at, { atOnce: checks }) =>
    repeat(checks, async (number) => {
      const data = { username: `user-of-${at}-${number}`, password: PASSWORD };
      const body = JSON.stringify({ what: 'user', which: [], data });
      await acknowledged({ method: 'POST', path: '/api/users', body }, 201);
      return async () => expect((await logIn(data.username, PASSWORD)).status).toBe(200);
    }),

  (_, { atOnce: checks }) =>
    repeat(
      checks,
      async () => {
        const reply = await acknowledged(
          { method: 'POST', path: '/api/share/kept.txt', body: '{}' },
          200,
        );
        const { hash } = JSON.parse(reply.body.toString()) as { readonly hash: string };
        return async () => {
          const path = `/api/public/share/${hash}`;
          expect((await server.call(undefined, { path })).status).toBe(200);
        };
      },
      MAX_SHARES,
    ),

  async (at, { atOnce: checks }) => {
    let [begun, done] = ['', ''];
    const own: Check[] = [];
    await repeat(own, async (number) => {
      begun = `${at} ${number}`;
      const body = JSON.stringify({ branding: { name: begun } });
      await acknowledged({ method: 'PUT', path: '/api/settings', body }, 200);
      done = begun;
      return () => undefined;
    });
    if (own.length === 0) return;
    checks.push(async () => {
      const reply = await server.call(token, { path: '/api/settings' });
      const { branding } = JSON.parse(reply.body.toString()) as { branding: { name: string } };
      expect([done, begun]).toContain(branding.name);
    });
  },

  (_, { atOnce: checks }) =>
    repeat(
      checks,
      async () => {
        const { username, password } = administrator();
        const session = await logIn(username, password);
        requirePower();
        if (session.status !== 200) throw new Error('not logged in');
        return async () => {
          const reply = await server.call(session.body.toString(), { path: '/api/resources/' });
          expect(reply.status).toBe(200);
        };
      },
      MAX_LOG_INS,
    ),

  (at, { atOnce: checks }) =>
    repeat(checks, async (number) => {
      const path = `${at}/posted-${number}`;
      const bytes = randomBytes(number % 2 === 0 ? 100_000 : 700_000);
      await acknowledged({ method: 'POST', path: `/api/resources/${path}`, body: bytes }, 200);
      return () => expectBytes(path, bytes);
    }),

  (at, { atOnce: checks }) =>
    repeat(checks, async (number) => {
      const path = `${at}/uploaded-${number}`;
      const bytes = randomBytes(900_000);
      // An interrupted upload is incomplete, and can be cancelled.
      checks.push(async () => {
        const reply = await server.call(token, { method: 'DELETE', path: `/api/tus/${path}` });
        expect([204, 404]).toContain(reply.status);
      });
      await beginUpload(path, bytes.length);
      await append(path, 0, bytes.subarray(0, 500_000));
      await append(path, 500_000, bytes.subarray(500_000));
      return () => expectBytes(path, bytes);
    }),

  async (at, { atOnce: checks }) => {
    const path = `${at}/saved.txt`;
    let [begun, done] = ['before', 'before'];
    await repeat([], async (number) => {
      begun = `saved for the ${number}th time `.repeat(5_000);
      await acknowledged({ method: 'PUT', path: `/api/resources/${path}`, body: begun }, 200);
      done = begun;
      return () => undefined;
    });
    checks.push(() => {
      const there = readFileSync(onDisk(path), 'utf8');
      expect(there === begun || there === done, `saved: ${there.slice(0, 40)}`).toBe(true);
    });
  },

  (at, { recovered: checks }) =>
    repeat(
      checks,
      async (number) => {
        const [from, to] = [`${at}/merged-from-${number}`, `${at}/merged-to-${number}`];
        const all = { ...filesIn(from), ...filesIn(to) };
        let isDone = false;
        checks.push(() => {
          // This also holds for an interrupted move: the start completes it, or nothing has happened.
          expect({ ...filesIn(from), ...filesIn(to) }, `${from} → ${to}`).toEqual(all);
          if (isDone) expect(filesIn(to), `in ${to}`).toEqual(all);
        });
        const query = `action=rename&override=true&destination=${encodeURIComponent(`/${to}`)}`;
        await acknowledged({ method: 'PATCH', path: `/api/resources/${from}?${query}` }, 200);
        isDone = true;
        return () => undefined;
      },
      LAID_OUT,
    ),

  (at, { recovered: checks }) =>
    repeat(
      checks,
      async (number) => {
        const path = `${at}/removed-${number}`;
        await acknowledged({ method: 'DELETE', path: `/api/resources/${path}` }, 204);
        return () => expect(existsSync(onDisk(path)), `${path} is there`).toBe(false);
      },
      LAID_OUT,
    ),

  (at, { recovered: checks }) =>
    repeat(
      checks,
      async (number) => {
        const [from, to] = [`${at}/copied-from-${number}`, `${at}/copied-to-${number}`];
        const all = filesIn(from);
        let isDone = false;
        checks.push(() => {
          const copies = [filesIn(from), filesIn(to)];
          const whole = copies.filter((files) => JSON.stringify(files) === JSON.stringify(all));
          expect(whole.length, `${from} or ${to} is whole`).toBeGreaterThan(0);
          if (isDone) expect(filesIn(to), `in ${to}`).toEqual(all);
        });
        const query = `action=copy&destination=${encodeURIComponent(`/${to}`)}`;
        await acknowledged({ method: 'PATCH', path: `/api/resources/${from}?${query}` }, 200);
        isDone = true;
        await acknowledged({ method: 'DELETE', path: `/api/resources/${from}` }, 204);
        return () => undefined;
      },
      LAID_OUT,
    ),

  async (at, { atOnce: checks }) => {
    const path = `${at}/open.bin`;
    const bytes = randomBytes(40_000_000);
    const arrived: { readonly offset: number; readonly at: number }[] = [];
    let cutAt = 0;
    try {
      await beginUpload(path, bytes.length);
      for (let offset = 0; offset < bytes.length - 300_000; offset += 300_000) {
        await append(path, offset, bytes.subarray(offset, offset + 300_000));
        arrived.push({ offset: offset + 300_000, at: performance.now() });
        await sleep(50);
      }
    } catch (error) {
      if (!isCut) throw error;
    }
    cutAt = performance.now();
    const last = arrived.at(-1);
    if (last === undefined) return;
    const due = arrived.findLast((each) => each.at < cutAt - FLUSHED_WITHIN_MS)?.offset ?? 0;
    checks.push(async () => {
      const reply = await acknowledged({ method: 'HEAD', path: `/api/tus/${path}` }, 200);
      const offset = Number(header(reply, 'upload-offset'));
      expect(offset).toBeGreaterThanOrEqual(due);
      // The chunk in transfer may have arrived, too.
      expect(offset).toBeLessThanOrEqual(last.offset + 300_000);
      await append(path, offset, bytes.subarray(offset));
      expectBytes(path, bytes);
    });
  },
];

function beginUpload(path: string, length: number): Promise<Reply> {
  const headers = { 'Upload-Length': `${length}` };
  return acknowledged({ method: 'POST', path: `/api/tus/${path}`, headers }, 201);
}

function append(path: string, offset: number, body: Buffer): Promise<Reply> {
  const headers = {
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': `${offset}`,
  };
  return acknowledged({ method: 'PATCH', path: `/api/tus/${path}`, headers, body }, 204);
}

function administrator() {
  const user = loadSetup('base').users.find(({ username }) => username === 'admin');
  if (user === undefined) throw new Error('the base setup has no administrator');
  return user;
}

/** Holds deleted items. */
const TRASH_IN_ROOT = '.filebrowser-trash.part';
/** A file of at most this size is written in one step without a journal record, and can leave a hidden file. Bytes. */
const SMALL_FILE_BYTES = 256 * 1024;

function hiddenFiles(): string[] {
  // The trash is not read: items that it has no space for are being removed.
  const kept = readdirSync(server.root, { withFileTypes: true }).filter(
    ({ name }) => name !== TRASH_IN_ROOT,
  );
  const all = kept.flatMap((entry) => [
    entry.name,
    ...(entry.isDirectory() ? below(entry.name) : []),
  ]);
  const hidden = all.filter((path) => path.includes('.filebrowser-') && path !== LEASE_IN_ROOT);
  return hidden.filter((path) => {
    const facts = statSync(onDisk(path));
    return facts.isDirectory() || facts.size > SMALL_FILE_BYTES;
  });
}

function below(folder: string): string[] {
  const names = readdirSync(onDisk(folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name));
}

describe.skipIf(why !== undefined)('a server that loses its power', () => {
  beforeAll(async () => {
    disk = new PowerDisk(inject('scratch'));
    server = await PowerServer.create({
      scratch: inject('scratch'),
      work: join(disk.folder, 'work'),
    });
    await server.start();
    writeFileSync(onDisk('kept.txt'), 'kept');
    const { username, password } = administrator();
    token = (await logIn(username, password)).body.toString();
  });
  afterAll(async () => {
    await server.kill();
    disk?.remove();
  });

  it(`keeps what was acknowledged, ${CUTS} times`, { timeout: 60_000 * (CUTS + 2) }, async () => {
    let total = 0;
    for (let cut = 0; cut < CUTS; cut += 1) {
      const at = `cut-${cut}`;
      layOut(at);
      const checks: Checks = { atOnce: [], recovered: [] };
      const running = Promise.all(ACTIVITIES.map((activity) => activity(at, checks)));
      running.catch(() => undefined); // The promise is awaited below.
      await sleep(500 + Math.random() * LATEST_CUT_MS);
      isCut = true;
      disk?.cut();
      await server.kill();
      await running;
      await disk?.restore();
      await server.start();
      isCut = false;
      for (const check of checks.atOnce) await check();
      for (const check of checks.recovered) await afterRecovery(check);
      await afterRecovery(() => expect(hiddenFiles()).toEqual([]));
      // Once more, because a check may have passed before the recovery has changed anything.
      for (const check of checks.recovered) await check();
      total += checks.atOnce.length + checks.recovered.length;
      await server.call(token, { method: 'DELETE', path: `/api/resources/${at}?permanent=true` });
    }
    console.info(`power cuts: ${CUTS}; ${total} acknowledged changes were there afterwards`);
    expect(total).toBeGreaterThan(CUTS * ACTIVITIES.length);
  });
});
