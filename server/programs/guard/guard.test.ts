import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { modulePath } from '../../testing/child-script.ts';
import { readProcess, readProcessTable } from '../process-table.ts';
import { Programs } from '../programs.ts';

/** A server with one program that ignores signals and has started another one outside its group. It prints their numbers. */
const SERVER = `
import { Programs } from ${JSON.stringify(modulePath('programs/programs.ts'))};
const programs = new Programs();
const script = "trap '' TERM INT HUP; setsid sh -c 'echo $$; sleep 60; sleep 60' & echo $$; sleep 60; sleep 60";
await programs.run(
  {
    program: '/bin/sh',
    args: ['-c', script],
    environment: { PATH: '/usr/bin:/bin' },
    limits: { timeLimitMs: 60_000, mostOutputBytes: 1_000, mostProcesses: 40 },
  },
  (chunk) => void process.stdout.write(chunk),
  new AbortController().signal,
);
`;

async function serverWithProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-guard-'));
  const file = join(folder, 'server.mjs');
  writeFileSync(file, SERVER);
  const server = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const numbers: number[] = [];
  for await (const line of createInterface(server.stdout)) {
    if (numbers.push(Number(line)) === 2) break;
  }
  onTestFinished(() => {
    for (const pid of numbers) endGroup(pid);
  });
  const guard = await guardOf(server.pid ?? 0);
  return { server, numbers, guard };
}

test('nothing outlives a server that is killed', async () => {
  const { server, numbers, guard } = await serverWithProgram();
  server.kill('SIGKILL');
  await expect.poll(livingOf(...numbers, guard)).toEqual([]);
});

test('kills everything even if the guard was asked to end as well', async () => {
  const { server, numbers, guard } = await serverWithProgram();
  await expect.poll(() => hearsSignals(guard)).toBe(true);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(guard, signal);
  await delay(100);
  expect(isAlive(guard)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(livingOf(...numbers, guard)).toEqual([]);
});

test('starts again after it was ended, and knows the running programs', async () => {
  const { server, numbers, guard } = await serverWithProgram();
  process.kill(guard, 'SIGKILL');
  // The one that has ended may still be seen for a moment.
  const others = () => guardsOf(server.pid ?? 0).filter((each) => each !== guard);
  await expect.poll(others).toHaveLength(1);
  const [next = 0] = others();
  // By then, the server has sent it the running programs.
  await expect.poll(() => hearsSignals(next)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(livingOf(...numbers, next)).toEqual([]);
});

test('a server that ends by itself has no guard left', async () => {
  const { server, numbers, guard } = await serverWithProgram();
  server.kill('SIGTERM');
  await once(server, 'exit');
  await expect.poll(livingOf(...numbers, guard)).toEqual([]);
});

test('it stands apart from the server, and holds nothing of it', async () => {
  const { guard } = await serverWithProgram();
  expect(readProcess(guard)?.group).toBe(guard);
  expect(readFileSync(`/proc/${guard}/environ`, 'utf8')).not.toMatch(/HOME=|PATH=/);
});

test('ends when it is closed, and does not run without programs', async () => {
  const programs = new Programs();
  expect(guardsOf(process.pid)).toEqual([]);
  const limits = { timeLimitMs: 10_000, mostOutputBytes: 1_000, mostProcesses: 10 };
  const start = { program: '/bin/true', args: [], environment: {}, limits };
  await programs.run(start, () => undefined, new AbortController().signal);
  const guard = await guardOf(process.pid);
  await programs.close();
  await expect.poll(livingOf(guard)).toEqual([]);
});

async function guardOf(server: number): Promise<number> {
  await expect.poll(() => guardsOf(server)).toHaveLength(1);
  return guardsOf(server)[0] ?? 0;
}

function guardsOf(server: number): number[] {
  return readProcessTable()
    .filter(({ parent, isDead }) => parent === server && !isDead)
    .map(({ pid }) => pid)
    .filter((pid) => commandOf(pid).includes('guard-worker'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The guard runs. A process is not informed of a closed connection, which is the first of the signals. */
function hearsSignals(pid: number): boolean {
  const caught = /^SigCgt:\s+(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  return (BigInt(`0x${caught}`) & 1n) !== 0n;
}

function isAlive(pid: number): boolean {
  return readProcess(pid)?.isDead === false;
}

function livingOf(...pids: readonly number[]): () => number[] {
  return () => pids.filter(isAlive);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Expected result.
  }
}
