import type { CommandEvent, Trigger } from '#contract/commands.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';

/** What an act is about: real places, counted from the served root. */
export interface OperationPaths {
  readonly place: TreePath;
  /** Of a copy or a move; undefined for acts that have none. */
  readonly destination?: TreePath | undefined;
}

/** Hears of what is done to files, before and after: the commands that the operator has set up for it. */
export interface EventHooks {
  /** Whether anybody listens: most servers have none, and nobody is to wait for that. */
  hasCommands(event: CommandEvent): Promise<boolean>;
  /** `CommandFailed` when the act must not be done. Nothing has changed then. */
  before(
    event: CommandEvent,
    actor: Actor,
    places: OperationPaths,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Resolves when all of them have ended, or with the first that failed. Never rejects: the act is done. */
  after(
    event: CommandEvent,
    actor: Actor,
    places: OperationPaths,
  ): Promise<CommandFailed | undefined>;
}

/** For servers that run no commands. */
export const NO_EVENT_HOOKS: EventHooks = {
  hasCommands: () => Promise.resolve(false),
  before: () => Promise.resolve(),
  after: () => Promise.resolve(undefined),
};

/** A command that was set up for an event has failed. After `after_…` the act is done nevertheless. */
export class CommandFailed extends AppError {
  readonly trigger: Trigger;

  constructor(trigger: Trigger, code: ErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.trigger = trigger;
  }
}
