import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';

/**
 * A command that the administrator has set up has failed: `before` the act, which then was not done, or `after` it, which then
 * is done whatever the status of the reply says.
 */
export type FailedCommand = 'before' | 'after';

/** `header` gives a header of the reply by its name. */
export function failedCommandIn(
  header: (name: string) => string | null | undefined,
): FailedCommand | undefined {
  const trigger = header(FAILED_COMMAND_HEADER);
  if (!trigger) return undefined;
  return trigger.startsWith('after_') ? 'after' : 'before';
}

let commandFailed: () => unknown = () => {};

/** `app/` says here how the user is told that what they wanted is done, and a command after it has failed. */
export function onCommandFailed(react: () => unknown): void {
  commandFailed = react;
}

/** For transports of their own that were told so. */
export function reportFailedCommand(): void {
  commandFailed();
}
