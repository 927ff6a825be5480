import type { CommandEvent, Trigger } from '#contract/commands.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';

/** Paths of an operation without symlinks, counted from the served root. */
export interface OperationPaths {
  readonly path: TreePath;
  /** Present for a copy or a move. */
  readonly destination?: TreePath | undefined;
}

/** Runs the commands that an operator has configured for before and after operations. */
export interface EventHooks {
  /** Returns whether a command is configured for the event, so that operations need not prepare for it otherwise. */
  hasCommands(event: CommandEvent): Promise<boolean>;
  /** Throws `CommandFailed` when a command fails. The operation must not begin then. */
  before(
    event: CommandEvent,
    actor: Actor,
    paths: OperationPaths,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Resolves when all commands have ended, or with the first that has failed. Never rejects: the operation is complete. */
  after(
    event: CommandEvent,
    actor: Actor,
    paths: OperationPaths,
  ): Promise<CommandFailed | undefined>;
}

/** Hooks of a server that runs no commands. */
export const NO_EVENT_HOOKS: EventHooks = {
  hasCommands: () => Promise.resolve(false),
  before: () => Promise.resolve(),
  after: () => Promise.resolve(undefined),
};

/** Failure of a hook. With an `after_…` trigger the operation is complete nevertheless. */
export class CommandFailed extends AppError {
  readonly trigger: Trigger;

  constructor(trigger: Trigger, code: ErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.trigger = trigger;
  }
}
