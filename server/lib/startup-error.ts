/**
 * An error in the configuration or on the machine that prevents a command from running. Its message is shown as one line without
 * a stack, so it states what is wrong and what to do.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
