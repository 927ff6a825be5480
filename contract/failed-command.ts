/**
 * Reply header with the event hook whose command failed. If a `before_…` hook failed, nothing was changed. If an `after_…` hook failed,
 * the operation was done, regardless of the status.
 */
export const FAILED_COMMAND_HEADER = 'X-Failed-Command';
