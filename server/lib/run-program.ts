import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface ProgramRun {
  /** Absolute path. It is not searched for, and no shell interprets it. */
  readonly program: string;
  readonly args: readonly string[];
  /** All environment variables of the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  readonly mostOutputBytes: number;
}

export type ProgramEnd =
  | {
      readonly kind: 'ended';
      /** Exit code; undefined when a signal ended the program. */
      readonly code: number | undefined;
      readonly output: string;
    }
  | { readonly kind: 'not-started'; readonly cause: unknown }
  | { readonly kind: 'too-long' | 'too-much' | 'cancelled' };

/**
 * Runs a program and collects its output. The program gets its own process group, which is killed when the program ends, takes
 * too long, prints too much, or the signal aborts. Never rejects. Used by the login hook only. Commands of users and event hooks
 * run through `programs/`, whose guard process (40 MB) and low priority do not suit a script that a user waits for at each login.
 */
export async function runProgram(run: ProgramRun, signal: AbortSignal): Promise<ProgramEnd> {
  if (signal.aborted) return { kind: 'cancelled' };
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
  let stopped: 'too-long' | 'too-much' | 'cancelled' | undefined;
  const stop = (why: typeof stopped): void => {
    stopped ??= why;
    endGroup(child);
    // A process that left the group may keep the pipe open.
    child.stdout.destroy();
  };
  const timer = setTimeout(() => stop('too-long'), run.timeLimitMs);
  const cancel = (): void => stop('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  const output = collect(child.stdout, run.mostOutputBytes, () => stop('too-much'));
  child.once('exit', () => endGroup(child));
  try {
    const code = await endOf(child);
    return stopped === undefined ? { kind: 'ended', code, output: output() } : { kind: stopped };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
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

/** Resolves with the exit code. Rejects when the program did not start. */
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
    // The group has ended.
  }
}
