import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';

/**
 * A command of the administrator failed: `before` the operation, which was then not executed, or `after` it, which
 * was executed regardless of the status.
 */
export type FailedCommand = 'before' | 'after';

/** Returns which command failed; undefined if none did. `header` returns a response header by its name. */
export function failedCommandIn(
  header: (name: string) => string | null | undefined,
): FailedCommand | undefined {
  const trigger = header(FAILED_COMMAND_HEADER);
  if (!trigger) return undefined;
  return trigger.startsWith('after_') ? 'after' : 'before';
}

let commandFailed: () => unknown = () => {};

/** Registers the handler for operations whose after-command failed, until the returned function is called. */
export function onCommandFailed(handler: () => unknown): () => void {
  commandFailed = handler;
  return () => {
    if (commandFailed === handler) commandFailed = () => {};
  };
}

/** Reports a failed after-command of a request that was not sent by `call()`. */
export function reportFailedCommand(): void {
  commandFailed();
}
