import type { RunOutcome } from '#contract/commands.ts';
import { findProgram } from '../find-program.ts';
import { OutputExcerpt } from '../output-excerpt.ts';
import type { ProgramEnd, ProgramLimits } from '../program.ts';
import type { Programs } from '../programs.ts';
import { readEventLine } from './event-line.ts';
import type { CommandVariables } from './expand-arguments.ts';

/** What every line is run with. */
export interface EventMeans {
  readonly programs: Programs;
  readonly searchPath: readonly string[];
  /** Besides the variables, all that a program finds in its surroundings. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ProgramLimits;
}

export interface EventLineStart {
  /** As it stands in the settings. */
  readonly line: string;
  readonly variables: CommandVariables;
  /** Reads the line, where there is one: `['/bin/sh', '-c']`. Empty: nothing but the program itself does. */
  readonly shell: readonly string[];
}

export interface EventLineRun {
  readonly outcome: RunOutcome;
  /** Where the outcome is `exit`. */
  readonly exitCode?: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly output: string;
  readonly isCut: boolean;
  /** What it was run with; none where it could not be read. */
  readonly words: readonly string[];
}

/** Runs a line that is set up for an event, and waits for its end. Never rejects. */
export async function runEventLine(
  { programs, searchPath, environment, limits }: EventMeans,
  { line, variables, shell }: EventLineStart,
  signal: AbortSignal,
): Promise<EventLineRun> {
  const startedAt = Date.now();
  const read = readEventLine(line, variables, shell);
  if (read.kind === 'unreadable') return notRun('unreadable', { startedAt, output: read.problem });
  const { words } = read;
  const [name, ...args] = words;
  const found = await findProgram(name, searchPath);
  if (found.kind === 'missing') return notRun('not-found', { startedAt, words });
  if (found.kind === 'not-executable') return notRun('not-allowed', { startedAt, words });
  const output = new OutputExcerpt();
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const begun = performance.now();
  const end = await programs.run(
    { program: found.program, args, environment: { ...environment, ...variables }, limits },
    (chunk, from) => output.add(decoders[from].decode(chunk, { stream: true })),
    signal,
  );
  return {
    ...outcomeOf(end),
    startedAt,
    durationMs: Math.round(performance.now() - begun),
    output: output.text,
    isCut: output.isCut,
    words,
  };
}

/** A line that has not come so far as to be a program. */
export function notRun(
  outcome: RunOutcome,
  facts: { readonly startedAt: number } & Partial<Pick<EventLineRun, 'output' | 'words'>>,
): EventLineRun {
  return { outcome, durationMs: 0, output: '', isCut: false, words: [], ...facts };
}

function outcomeOf(end: ProgramEnd): Pick<EventLineRun, 'outcome' | 'exitCode'> {
  if (end.kind === 'exit') return { outcome: 'exit', exitCode: end.code };
  if (end.kind !== 'not-started') return { outcome: end.kind };
  return { outcome: isGone(end.cause) ? 'not-found' : 'not-allowed' };
}

/** The program has been removed since it was found, or the one that its first line names is not there. */
function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
