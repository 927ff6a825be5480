import { setMaxListeners } from 'node:events';
import type { CommandEvent, Trigger } from '#contract/commands.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import type { Config } from '../../config/config.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { Database } from '../../metadata/database.ts';
import type { Programs } from '../programs.ts';
import type { CommandRunLog } from '../command-run-log.ts';
import { CommandFailed, type EventHooks, type OperationPaths } from './event-hooks.ts';
import { isForBackground } from './event-line.ts';
import type { CommandVariables } from './expand-arguments.ts';
import {
  notRun,
  runEventLine,
  type EventLineRun,
  type EventLineServices,
} from './run-event-line.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

/**
 * Limits for hooks that a request waits for. They are far above the number of requests of one person, because a hook may
 * call this server and then waits for the hooks of that request.
 */
const WAITED_FOR = { maxConcurrent: 64, maxPerUser: 32, maxQueued: 256 };
/**
 * Limits for hooks that no request waits for. When 10,000 of one user wait, further ones are not run, and are recorded as `busy`. A waiting
 * hook takes about 3 KB.
 */
const IN_BACKGROUND = { maxConcurrent: 16, maxQueued: 10_000 };

type EventConfig = Pick<Config, 'root' | 'programs' | 'commands' | 'features'>;

export interface EventCommandsDependencies {
  readonly db: Database;
  readonly programs: Programs;
  readonly record: CommandRunLog;
  readonly log: { warn(facts: object, message: string): void };
}

interface EventRun {
  readonly trigger: Trigger;
  readonly actor: Actor;
  readonly paths: OperationPaths;
  readonly line: string;
  readonly shell: readonly string[];
}

/**
 * Runs the operator's hooks before and after operations of users, one after another. Values of users are passed as
 * variables, and never interpreted as commands. Each run is recorded.
 */
export class EventCommands implements EventHooks {
  readonly #config: EventConfig;
  readonly #dependencies: EventCommandsDependencies;
  readonly #services: EventLineServices;
  readonly #settings: () => Promise<EventSettings>;
  readonly #waitedFor = new ConcurrencyLimiter(WAITED_FOR);
  readonly #background: ConcurrencyLimiter;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(config: EventConfig, dependencies: EventCommandsDependencies) {
    const { searchPath, atOnce, timeLimitMs, mostOutputBytes, mostProcesses } = config.commands;
    const limits = { timeLimitMs, mostOutputBytes, mostProcesses };
    const { environment } = config.programs;
    // Every waiting hook listens.
    setMaxListeners(0, this.#stopping.signal);
    this.#config = config;
    this.#dependencies = dependencies;
    this.#services = { programs: dependencies.programs, searchPath, environment, limits };
    this.#settings = createEventSettings(dependencies.db);
    this.#background = new ConcurrencyLimiter({ ...IN_BACKGROUND, maxPerUser: atOnce });
  }

  async hasCommands(event: CommandEvent): Promise<boolean> {
    const { lines } = await this.#settings();
    return [lines[`before_${event}`], lines[`after_${event}`]].some((list) => list?.length);
  }

  async before(
    event: CommandEvent,
    actor: Actor,
    paths: OperationPaths,
    signal?: AbortSignal,
  ): Promise<void> {
    const failed = await this.#runAll(`before_${event}`, { actor, paths }, signal);
    signal?.throwIfAborted();
    if (failed) throw failed;
  }

  async after(
    event: CommandEvent,
    actor: Actor,
    paths: OperationPaths,
  ): Promise<CommandFailed | undefined> {
    const trigger = `after_${event}` as const;
    try {
      return await this.#runAll(trigger, { actor, paths });
    } catch (cause) {
      this.#dependencies.log.warn({ err: cause, trigger }, 'event hooks not run');
      return new CommandFailed(trigger, 'outside-failed', `${trigger}: not run`, { cause });
    }
  }

  /** Ends all running hooks, and resolves when they are recorded. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
  }

  /** Runs the hooks one after another, up to the first that fails. */
  async #runAll(
    trigger: Trigger,
    about: Pick<EventRun, 'actor' | 'paths'>,
    signal?: AbortSignal,
  ): Promise<CommandFailed | undefined> {
    const { lines, shell } = await this.#settings();
    for (const line of lines[trigger] ?? []) {
      const run = { ...about, trigger, line, shell: this.#config.features.shell ? shell : [] };
      const ended = this.#track(this.#run(run, signal));
      if (isForBackground(line)) continue;
      const failed = failureOf(trigger, await ended);
      if (failed) return failed;
    }
    return undefined;
  }

  /** Adds a run to those that `close` waits for. */
  #track<T>(run: Promise<T>): Promise<T> {
    this.#running.add(run);
    const forget = (): void => void this.#running.delete(run);
    void run.then(forget, forget);
    return run;
  }

  async #run(run: EventRun, signal?: AbortSignal): Promise<EventLineRun> {
    const inBackground = isForBackground(run.line);
    const limiter = inBackground ? this.#background : this.#waitedFor;
    const stopping = this.#stopping.signal;
    // A background hook does not end when the client disconnects.
    const isOfRequest = signal !== undefined && !inBackground;
    const ended = await this.#runInSlot(
      run,
      limiter,
      isOfRequest ? AbortSignal.any([stopping, signal]) : stopping,
    );
    await this.#record(run, ended);
    return ended;
  }

  async #runInSlot(
    run: EventRun,
    limiter: ConcurrencyLimiter,
    signal: AbortSignal,
  ): Promise<EventLineRun> {
    const { line, shell } = run;
    const startedAt = Date.now();
    const leave = await limiter
      .acquire({ account: run.actor.account, signal })
      .catch(() => 'cancelled' as const);
    if (leave === 'cancelled') return notRun('stopped', { startedAt });
    if (leave === undefined) return notRun('busy', { startedAt });
    try {
      return await runEventLine(
        this.#services,
        { line, shell, variables: this.#variablesOf(run) },
        signal,
      );
    } finally {
      leave();
    }
  }

  #variablesOf({ trigger, actor, paths }: EventRun): CommandVariables {
    const { path, destination = actor.root } = paths;
    return {
      FILE: this.#onDisk(path),
      SCOPE: actor.root,
      TRIGGER: trigger,
      USERNAME: actor.username,
      DESTINATION: this.#onDisk(destination),
    };
  }

  #onDisk(path: TreePath): string {
    const { root } = this.#config;
    if (path === '/') return root;
    return root === '/' ? path : root + path;
  }

  /** Records a run, and logs a failed one. The output may be secret, so it is recorded but not logged. */
  async #record({ trigger, actor, paths, line }: EventRun, ended: EventLineRun): Promise<void> {
    const { words, ...facts } = ended;
    const { username } = actor;
    if (!hasSucceeded(ended)) {
      const { outcome, exitCode } = ended;
      const details = { trigger, username, program: words[0], outcome, exitCode };
      this.#dependencies.log.warn(details, 'event hook failed');
    }
    await this.#dependencies.record.note({
      ...facts,
      kind: 'event',
      username,
      trigger,
      line,
      path: paths.path,
    });
  }
}

function hasSucceeded({ outcome, exitCode }: EventLineRun): boolean {
  return outcome === 'exit' && exitCode === 0;
}

function failureOf(trigger: Trigger, ended: EventLineRun): CommandFailed | undefined {
  if (hasSucceeded(ended)) return undefined;
  const end = ended.outcome === 'exit' ? `exit ${ended.exitCode}` : ended.outcome;
  return new CommandFailed(trigger, codeOf(ended), `${trigger}: ${end}`);
}

/**
 * Returns the error code of a hook that has failed: `not-found` or `forbidden` for a program at an absolute path, `too-many-requests` for a
 * full queue, `shutting-down` for a stopped run, otherwise `outside-failed` (compatibility.md 8.1).
 */
function codeOf({ outcome, words: [program = ''] }: EventLineRun): ErrorCode {
  const isPath = program.startsWith('/');
  if (outcome === 'not-found' && isPath) return 'not-found';
  if (outcome === 'not-allowed' && isPath) return 'forbidden';
  if (outcome === 'busy') return 'too-many-requests';
  if (outcome === 'stopped') return 'shutting-down';
  return 'outside-failed';
}

/** The event hooks in the present settings. */
interface EventSettings {
  readonly lines: Readonly<Partial<Record<Trigger, readonly string[]>>>;
  readonly shell: readonly string[];
}

/** Returns a function that reads the settings again only when something in the database has changed. */
function createEventSettings(db: Database): () => Promise<EventSettings> {
  let known: { readonly stamp: number; readonly settings: EventSettings } | undefined;
  return async () => {
    const stamp = db.changeStamp();
    if (stamp !== undefined && known?.stamp === stamp) return known.settings;
    const { commands, shell } = await readGlobalSettings(db.read);
    const settings = { lines: commands, shell };
    known = stamp !== undefined && db.changeStamp() === stamp ? { stamp, settings } : undefined;
    return settings;
  };
}
