import type { RunOutcome } from '#contract/commands.ts';
import { findProgram } from '../find-program.ts';
import { OutputExcerpt } from '../output-excerpt.ts';
import type { ProgramEnd, ProgramLimits } from '../program.ts';
import type { Programs } from '../programs.ts';
import { readEventLine } from './event-line.ts';
import type { CommandVariables } from './expand-arguments.ts';

/** Services and limits for all lines. */
export interface EventLineServices {
  readonly programs: Programs;
  readonly searchPath: readonly string[];
  /** Environment of the program, besides the variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ProgramLimits;
}

export interface EventLineStart {
  /** The line in the settings. */
  readonly line: string;
  readonly variables: CommandVariables;
  /** The shell that reads the line: `['/bin/sh', '-c']`. Empty: the program is started directly. */
  readonly shell: readonly string[];
}

export interface EventLineRun {
  readonly outcome: RunOutcome;
  /** Present if the outcome is `exit`. */
  readonly exitCode?: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly output: string;
  readonly isCut: boolean;
  /** Program and arguments; empty if the line could not be parsed. */
  readonly words: readonly string[];
}

/** Runs the line of an event and waits for its end. Never rejects. */
export async function runEventLine(
  { programs, searchPath, environment, limits }: EventLineServices,
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

/** Returns the result of a line that was not started. */
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

/** The program was removed after it was found, or the interpreter in its first line does not exist. */
function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
