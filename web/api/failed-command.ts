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

/** Registers the handler for operations after which a command failed, until the returned function is called. */
export function onCommandFailed(handler: () => unknown): () => void {
  commandFailed = handler;
  return () => {
    if (commandFailed === handler) commandFailed = () => {};
  };
}

/** Calls the handler. The functions of `http.ts` do so themselves. */
export function reportFailedCommand(): void {
  commandFailed();
}
