import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { type Readable, Writable } from 'node:stream';
import { inheritedDescriptors } from './inherited-descriptors.ts';
import type { Attachment, ProgramEnd, ProgramStart } from './program.ts';

export interface SpawnedProgram {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Of the program alone, not of what it has started. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
}

/** Those who answer requests go first. */
const NICENESS = 10;

/**
 * Starts a program as the first of a session and a process group of its own, with nothing to read. What cannot be started only has
 * an end.
 */
export function spawnProgram(start: ProgramStart): SpawnedProgram | Pick<SpawnedProgram, 'ended'> {
  let child: ChildProcess;
  try {
    child = begin(start);
  } catch (cause) {
    return { ended: Promise.resolve<ProgramEnd>({ kind: 'not-started', cause }) };
  }
  const ended = endOf(child);
  const { pid, stdout, stderr } = child;
  if (pid === undefined || stdout === null || stderr === null) return { ended };
  lowerPriority(pid);
  attach(child, start.attached ?? []);
  return { pid, stdout, stderr, ended };
}

function begin({ program, args, environment, folder, attached = [] }: ProgramStart): ChildProcess {
  return spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: withoutInheritance([
      ...(['ignore', 'pipe', 'pipe'] as const),
      ...attached.map((one) => (one.kind === 'text' ? 'pipe' : one.fd)),
    ]),
    detached: true,
  });
}

type Stdio = ('ignore' | 'pipe' | number)[];

/** Covers what the program would else find open besides that. */
function withoutInheritance(stdio: Stdio): Stdio {
  const { descriptors, nothing } = inheritedDescriptors();
  const covered = [...stdio];
  for (const fd of descriptors.filter((one) => one >= stdio.length)) {
    // Of these numbers, 'ignore' leaves as they are those that we have closed on start.
    while (covered.length < fd) covered.push('ignore');
    covered[fd] = nothing;
  }
  return covered;
}

function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve({ kind: 'not-started', cause }));
    child.once('exit', (code) => {
      resolve(code === null ? { kind: 'signal' } : { kind: 'exit', code });
    });
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already.
  }
}

function attach(child: ChildProcess, attached: readonly Attachment[]): void {
  for (const [index, one] of attached.entries()) {
    const pipe = child.stdio[3 + index];
    if (one.kind !== 'text' || !(pipe instanceof Writable)) continue;
    // Whoever does not want to read it all need not.
    pipe.on('error', () => undefined);
    pipe.end(one.text);
  }
}
