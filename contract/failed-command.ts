/**
 * On a reply: the trigger whose command has failed. After `before_…` nothing has changed; after `after_…` the work is done,
 * whatever the status says.
 */
export const FAILED_COMMAND_HEADER = 'X-Failed-Command';
