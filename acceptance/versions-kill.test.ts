import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { repetitions } from './repetitions.ts';
import { useServer } from './server/use-server.ts';

/** Number of kills; each interrupts replacing uploads, copies, moves and saves at a random moment. */
const KILLS = repetitions({ usually: 8, soaking: 500 });

/** Number of times that each file is replaced: fewer than the versions that are kept. */
const ROUNDS = 8;
const TRASH = '.filebrowser-trash.part';
/** Larger than what is written in one step. Bytes. */
const LARGE = 300_000;

const served = useServer();

/** A file that is replaced again and again, in one way. */
interface Replaced {
  readonly name: string;
  /** Contents that the file has after each round; the first is there before. */
  readonly contents: readonly string[];
  /** Replaces the file. Resolves with false when the server was killed meanwhile. */
  replace(round: number): Promise<boolean>;
  /** True for saves, of which several within a minute leave one version. */
  readonly savesOnly: boolean;
}

it(
  `keeps the former contents as current or as a version, and never twice, ${KILLS} times`,
  { timeout: 10_000 * (KILLS + 10) },
  async () => {
    await served().sessions.tokenOf('carol');
    for (let kill = 0; kill < KILLS; kill += 1) {
      const files = filesOf(kill);
      const acknowledged = new Map(files.map(({ name }) => [name, 0]));
      const running = Promise.all(files.map((file) => replaceOften(file, acknowledged)));
      await sleep(Math.random() * 400);
      await served().server.kill();
      await running;
      await served().server.resume();
      for (const file of files)
        await expectEachOnce(`kill ${kill}: ${file.name}`, file, acknowledged.get(file.name) ?? 0);
      for (const { name } of files) {
        await send('DELETE', `/api/resources/${name}?permanent=true`);
        for (const round of Array.from({ length: ROUNDS }, (_, index) => index + 1))
          rmSync(join(root(), sourceOf(name, round)), { force: true });
      }
    }
    await expect.poll(() => namesIn(join(root(), TRASH)), { timeout: 20_000 }).toEqual([]);
  },
);

function root(): string {
  return served().server.root;
}

function filesOf(kill: number): Replaced[] {
  const put = (method: string, query: string) => (name: string, text: string) =>
    send(method, `/api/resources/${name}${query}`, text);
  const transfer = (action: string) => (name: string, text: string, round: number) => {
    writeFileSync(join(root(), sourceOf(name, round)), text);
    const to = `destination=${encodeURIComponent(`/${name}`)}&override=true`;
    return send('PATCH', `/api/resources/${sourceOf(name, round)}?action=${action}&${to}`);
  };
  const kinds = {
    upload: put('POST', '?override=true'),
    large: put('POST', '?override=true'),
    copy: transfer('copy'),
    move: transfer('rename'),
    save: put('PUT', ''),
  };
  return Object.entries(kinds).map(([kind, change]) => {
    const name = `versions-kill-${kill}-${kind}`;
    const contents = Array.from({ length: ROUNDS + 1 }, (_, round) =>
      `${name} ${round} `.padEnd(kind === 'large' ? LARGE : 60, '.'),
    );
    writeFileSync(join(root(), name), contents[0] ?? '');
    const replace = (round: number) => change(name, contents[round] ?? '', round);
    return { name, contents, replace, savesOnly: kind === 'save' };
  });
}

function sourceOf(name: string, round: number): string {
  return `${name}-source-${round}`;
}

async function replaceOften(file: Replaced, acknowledged: Map<string, number>): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (!(await file.replace(round))) return;
    acknowledged.set(file.name, round);
  }
}

/** Sends a request, whose connection a kill may cut. Returns true when it has succeeded. */
async function send(method: string, path: string, body?: string): Promise<boolean> {
  try {
    const request = { method, path, ...(body !== undefined && { body }) };
    const { status } = await served().as('carol', request);
    expect(status, `${method} ${path}`).toBeLessThan(300);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error;
    return false;
  }
}

/**
 * Expects the contents of all rounds up to the last one that was acknowledged, or the one after it, each exactly once: the newest is at the path,
 * and the others are versions that are listed.
 */
async function expectEachOnce(when: string, file: Replaced, acknowledged: number): Promise<void> {
  const present = readFileSync(join(root(), file.name), 'utf8');
  const last = file.contents.indexOf(present);
  expect([acknowledged, acknowledged + 1], `${when}: current`).toContain(last);
  const kept = namesIn(join(root(), TRASH))
    .filter((name) => name.endsWith(`-${file.name}`))
    .map((name) => readFileSync(join(root(), TRASH, name), 'utf8'));
  const rounds = kept.map((text) => file.contents.indexOf(text)).toSorted((a, b) => a - b);
  const before = Array.from({ length: last }, (_, round) => round);
  expect(rounds, `${when}: versions`).toEqual(file.savesOnly ? before.slice(0, 1) : before);
  // The recovery goes on in the background.
  await expect
    .poll(() => countListed(file.name), { timeout: 20_000, message: `${when}: listed` })
    .toBe(kept.length);
}

async function countListed(name: string): Promise<number> {
  const reply = await served().as('carol', { method: 'GET', path: `/api/versions/${name}` });
  const { items } = JSON.parse(reply.body.toString()) as { readonly items: readonly unknown[] };
  return items.length;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
