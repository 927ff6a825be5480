import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { type Readable, Writable } from 'node:stream';
import { inheritedDescriptors } from './inherited-descriptors.ts';
import type { Attachment, ProgramEnd, ProgramStart } from './program.ts';

export interface SpawnedProgram {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** End of the program, without its descendants. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
}

/** Priority of programs: requests come first. */
const NICENESS = 10;

/**
 * Starts a program as the leader of a session and process group, without input. If it cannot be started, the result contains
 * only `ended`.
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

/** Replaces the descriptors that the program would otherwise inherit by `/dev/null`. */
function withoutInheritance(stdio: Stdio): Stdio {
  const { descriptors, devNull } = inheritedDescriptors();
  const covered = [...stdio];
  for (const fd of descriptors.filter((one) => one >= stdio.length)) {
    // These descriptors are closed on exec. 'ignore' fills their positions.
    while (covered.length < fd) covered.push('ignore');
    covered[fd] = devNull;
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
    // The program has ended already.
  }
}

function attach(child: ChildProcess, attached: readonly Attachment[]): void {
  for (const [index, one] of attached.entries()) {
    const pipe = child.stdio[3 + index];
    if (one.kind !== 'text' || !(pipe instanceof Writable)) continue;
    // The program need not read the text.
    pipe.on('error', () => undefined);
    pipe.end(one.text);
  }
}
