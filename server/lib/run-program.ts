import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface ProgramRun {
  /** An absolute path: nothing is looked for, and no shell reads it. */
  readonly program: string;
  readonly args: readonly string[];
  /** All that it finds in its surroundings. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  readonly mostOutputBytes: number;
}

export type ProgramEnd =
  | {
      readonly kind: 'ended';
      /** Undefined when a signal ended it. */
      readonly code: number | undefined;
      readonly output: string;
    }
  | { readonly kind: 'not-started'; readonly cause: unknown }
  | { readonly kind: 'too-long' | 'too-much' | 'called-off' };

/**
 * Runs a program and collects what it prints. It has a process group of its own: whatever it has started ends with it, and all
 * of them end when it takes too long, prints too much, or the signal aborts. Never rejects.
 *
 * For the sign-in hook. What users and events run goes through `programs/`, whose guard, a process of 40 MB, and whose place behind
 * those who answer requests are not for a script that somebody waits for at each sign-in; nor do its complaints count as output.
 */
export async function runProgram(run: ProgramRun, signal: AbortSignal): Promise<ProgramEnd> {
  if (signal.aborted) return { kind: 'called-off' };
  try {
    return await follow(start(run), run, signal);
  } catch (cause) {
    return { kind: 'not-started', cause };
  }
}

type Started = ChildProcess & { readonly stdout: Readable };

function start({ program, args, environment }: ProgramRun): Started {
  return spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
}

async function follow(child: Started, run: ProgramRun, signal: AbortSignal): Promise<ProgramEnd> {
  let stopped: 'too-long' | 'too-much' | 'called-off' | undefined;
  const stop = (why: typeof stopped): void => {
    stopped ??= why;
    endGroup(child);
    // Somebody who has left the group may hold it open.
    child.stdout.destroy();
  };
  const timer = setTimeout(() => stop('too-long'), run.timeLimitMs);
  const callOff = (): void => stop('called-off');
  signal.addEventListener('abort', callOff, { once: true });
  const output = collect(child.stdout, run.mostOutputBytes, () => stop('too-much'));
  child.once('exit', () => endGroup(child));
  try {
    const code = await endOf(child);
    return stopped === undefined ? { kind: 'ended', code, output: output() } : { kind: stopped };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', callOff);
  }
}

function collect(stdout: Readable, mostBytes: number, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) onTooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Rejects when it never began. */
function endOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? undefined));
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}
