/**
 * A mistake of the operator, or of the machine, that keeps a command from going on. Its message is
 * shown as one line without a stack, so it says what is wrong and what can be done.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
