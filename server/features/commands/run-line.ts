import type { CommandEnd } from '#contract/commands.ts';
import type { TreePath } from '#contract/paths.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import { OutputExcerpt } from '../../programs/output-excerpt.ts';
import { OutputLines } from '../../programs/output-lines.ts';
import type { Programs } from '../../programs/programs.ts';
import type { CommandRunLog } from '../../programs/command-run-log.ts';
import { BUSY, NOT_ALLOWED, NOT_FOUND, type Refused } from './choose-program.ts';
import type { RunLine, Say } from './conversation.ts';
import { SlotsPerUser } from '../../lib/slots-per-user.ts';
import {
  prepareCommand,
  type AskedCommand,
  type PreparedCommand,
  type PreparingDependencies,
} from './prepare-command.ts';
import { watchOver } from '../../lib/watch-over.ts';

export interface ShellDependencies extends PreparingDependencies {
  readonly programs: Programs;
  readonly record: CommandRunLog;
  readonly watchEveryMs?: number | undefined;
}

/** The session and the folder of a connection. */
export interface CommandContext {
  readonly sessionIdHash: string;
  /** Path of the folder as the user sees it. */
  readonly path: TreePath;
}

/** Interval in milliseconds at which shell connections and running commands are authorized again. */
export const WATCH_EVERY_MS = 500;

/**
 * Creates a function that runs the line of a connection. Every line of a user with the permission is recorded,
 * including refused ones.
 */
export function createLineRunner(
  dependencies: ShellDependencies,
): (context: CommandContext) => RunLine {
  const slots = new SlotsPerUser(dependencies.commands.atOnce);
  const runAsked = async (asked: AskedCommand, say: Say, signal: AbortSignal) => {
    const userId = asked.owner.user.id;
    if (!slots.take(userId)) return refuse(BUSY, say);
    try {
      return await prepareAndRun(dependencies, asked, say, signal);
    } finally {
      slots.release(userId);
    }
  };
  return ({ sessionIdHash, path }) =>
    async (line, say, signal) => {
      const owner = await dependencies.authenticator.ownerOf(sessionIdHash);
      if (owner === undefined || !dependencies.switches.exec || !owner.user.perm.execute) {
        return refuse(NOT_ALLOWED, say);
      }
      const asked = { sessionIdHash, owner, line, path: toTreePath(owner.actor, path) };
      return recorded(dependencies.record, asked, say, (send) => runAsked(asked, send, signal));
    };
}

/** Runs a command, and records it with its result and the beginning of its output. */
async function recorded(
  record: CommandRunLog,
  { owner, line, path }: AskedCommand,
  say: Say,
  run: (say: Say) => Promise<CommandEnd>,
): Promise<CommandEnd> {
  const output = new OutputExcerpt();
  const startedAt = Date.now();
  const begunAt = performance.now();
  const end = await run((lines) => {
    for (const text of lines) output.add(`${text}\n`);
    return say(lines);
  });
  const exit = end.kind === 'exit' ? { exitCode: end.code } : {};
  await record.note({
    startedAt,
    kind: 'panel',
    username: owner.user.username,
    line,
    path,
    outcome: end.kind,
    ...exit,
    durationMs: Math.round(performance.now() - begunAt),
    output: output.text,
    isCut: output.isCut,
  });
  return end;
}

async function refuse({ message, end }: Refused, say: Say): Promise<CommandEnd> {
  if (message !== undefined) await say([message]);
  return end;
}

async function prepareAndRun(
  dependencies: ShellDependencies,
  asked: AskedCommand,
  say: Say,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const command = await prepareCommand(dependencies, asked);
  if (command.kind === 'refused') return refuse(command, say);
  try {
    return await runWatched(dependencies, command, say, signal);
  } finally {
    await command.close();
  }
}

/** Runs a command until it ends, `signal` aborts, or its user may not run it any more. */
async function runWatched(
  { programs, log, watchEveryMs = WATCH_EVERY_MS }: ShellDependencies,
  { start, mayContinue }: PreparedCommand,
  say: Say,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const cancelled = new AbortController();
  const cancel = (): void => cancelled.abort();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const stopWatching = watchOver(mayContinue, watchEveryMs, (err) => {
    if (err !== undefined) log.error({ err }, 'a running command could not be authorized again');
    cancel();
  });
  const lines = new OutputLines();
  try {
    const end = await programs.run(
      start,
      (chunk, from) => say(lines.split(chunk, from)),
      cancelled.signal,
    );
    await say(lines.rest());
    if (end.kind !== 'not-started') return end;
    log.warn({ err: end.cause, program: start.program }, 'a command could not be started');
    return NOT_FOUND.end;
  } finally {
    stopWatching();
    signal.removeEventListener('abort', cancel);
  }
}
