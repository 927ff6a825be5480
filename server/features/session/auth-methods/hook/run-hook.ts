import type { Credentials } from '#contract/session.ts';
import { AppError } from '../../../../errors.ts';
import { ConcurrencyLimiter } from '../../../../lib/concurrency-limiter.ts';
import { type ProgramEnd, type ProgramRun, runProgram } from '../../../../lib/run-program.ts';
import { findProgram } from '../../../../programs/find-program.ts';
import { type HookReply, parseHookReply } from './parse-reply.ts';
import { tooManyLogins } from '../../../../access/passwords.ts';

/** Maximum time that a hook may run. Milliseconds. */
const TIME_LIMIT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 * 1_024;
/** Limits the number of processes. */
const AT_ONCE = { maxConcurrent: 8, maxQueued: 64 };

/**
 * Runs the configured command to check credentials. Throws `outside-failed`, which is logged, if it gives no valid
 * answer.
 */
export type RunHook = (
  command: string,
  credentials: Credentials,
  signal: AbortSignal,
) => Promise<HookReply>;

export interface HookOptions {
  /** The variables that a hook finds in its environment besides the credentials. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folders in which a program without a path is looked for. */
  readonly searchPath: readonly string[];
  readonly timeLimitMs?: number | undefined;
}

/** Creates a function that runs the configured command in the working directory of the server. */
export function createHookRunner({
  environment,
  searchPath,
  timeLimitMs = TIME_LIMIT_MS,
}: HookOptions): RunHook {
  const limiter = new ConcurrencyLimiter(AT_ONCE);
  return async (command, { username, password }, signal) => {
    const [name = '', ...args] = command.split(' ').filter((word) => word !== '');
    const program = await requireProgram(name, searchPath);
    const run = {
      program,
      args,
      environment: { ...environment, USERNAME: username, PASSWORD: password },
      timeLimitMs,
      mostOutputBytes: MAX_OUTPUT_BYTES,
    };
    const end = await limiter.run(() => runProgram(run, signal));
    signal.throwIfAborted();
    if (end === undefined) throw tooManyLogins();
    return replyOf(run, end);
  };
}

async function requireProgram(name: string, searchPath: readonly string[]): Promise<string> {
  const found = await findProgram(name, searchPath);
  switch (found.kind) {
    case 'found':
      return found.program;
    case 'not-executable':
      throw hookFailed(`${name} cannot be run`);
    case 'missing':
      throw hookFailed(
        `the program ${JSON.stringify(name)} does not exist. auth.command (config set) has to begin with an absolute path, or with the name of a program in ${searchPath.join(':')}`,
      );
  }
}

/** Does not include the output in the error, because it may contain secrets. */
function replyOf({ program, timeLimitMs }: ProgramRun, end: ProgramEnd): HookReply {
  switch (end.kind) {
    case 'ended': {
      if (end.code === undefined) throw hookFailed(`${program} was ended by a signal`);
      if (end.code !== 0) throw hookFailed(`${program} ended with the status ${end.code}`);
      const reply = parseHookReply(end.output);
      if (reply !== undefined) return reply;
      throw hookFailed(
        `${program} did not print hook.action=auth, hook.action=block or hook.action=pass`,
      );
    }
    case 'not-started':
      throw hookFailed(`${program} could not be started`, end.cause);
    case 'too-long':
      throw hookFailed(`${program} took longer than ${timeLimitMs / 1_000} seconds`);
    case 'too-much':
      throw hookFailed(`${program} printed more than ${MAX_OUTPUT_BYTES} bytes`);
    case 'cancelled':
      throw hookFailed(`${program} was cancelled`);
  }
}

export function hookFailed(what: string, cause?: unknown): AppError {
  return new AppError('outside-failed', `the login hook failed: ${what}`, { cause });
}
