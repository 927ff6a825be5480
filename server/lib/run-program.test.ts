import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ProgramEnd, type ProgramRun, runProgram } from './run-program.ts';

const FOREVER = new AbortController().signal;

function run(script: string, differing: Partial<ProgramRun> = {}, signal = FOREVER) {
  const asked = {
    program: '/bin/sh',
    args: ['-c', script],
    environment: { PATH: '/usr/bin:/bin' },
  };
  return runProgram({ ...asked, timeLimitMs: 5_000, mostOutputBytes: 1_000, ...differing }, signal);
}

test('returns the output and the end of a program', async () => {
  expect(await run('printf "one\\ntwo"')).toEqual({ kind: 'ended', code: 0, output: 'one\ntwo' });
  expect(await run('exit 3')).toEqual({ kind: 'ended', code: 3, output: '' });
  expect(await run('kill -9 $$')).toEqual({ kind: 'ended', code: undefined, output: '' });
});

test('gives a program only the passed environment', async () => {
  const end = await run('/usr/bin/env', { environment: { ONLY: 'this' } });
  expect(outputOf(end).split('\n').toSorted()).toContain('ONLY=this');
  expect(outputOf(end)).not.toMatch(/HOME|NODE|VITEST/);
});

test('distinguishes a program that cannot be started from one that fails', async () => {
  expect(await run('', { program: '/nowhere/at/all' })).toMatchObject({ kind: 'not-started' });
  expect(await run('', { program: '/etc' })).toMatchObject({ kind: 'not-started' });
  expect(await run('', { environment: { BAD: 'a\0b' } })).toMatchObject({ kind: 'not-started' });
});

test('one that floods is ended', async () => {
  expect(await run('yes')).toEqual({ kind: 'too-much' });
});

test('one that hangs is ended with all that it has started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pid');
  const end = await run(`sleep 60 & echo $! > ${file}; trap "" TERM; wait`, { timeLimitMs: 500 });
  expect(end).toEqual({ kind: 'too-long' });
  await untilGone(Number(readFileSync(file, 'utf8')));
});

test('ends processes that the program leaves behind, without waiting for them', async () => {
  const end = await run('sleep 60 & echo $!');
  expect(end).toMatchObject({ kind: 'ended', code: 0 });
  await untilGone(Number(outputOf(end)));
});

test('it ends when it is cancelled', async () => {
  const controller = new AbortController();
  const running = run('sleep 60', {}, controller.signal);
  await delay(50);
  controller.abort();
  expect(await running).toEqual({ kind: 'cancelled' });
  expect(await run('sleep 60', {}, controller.signal)).toEqual({ kind: 'cancelled' });
});

function outputOf(end: ProgramEnd): string {
  if (end.kind !== 'ended') throw new Error(`it did not end well: ${end.kind}`);
  return end.output;
}

/** Waits until a process has ended. Without a parent that reaps it, it stays in the process table as a zombie. */
async function untilGone(pid: number): Promise<void> {
  const isAlive = () => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  for (let tries = 0; tries < 100 && isAlive(); tries++) await delay(20);
  expect(isAlive()).toBe(false);
}
