import type { CliOption } from '../cli-command.ts';

/** New users do not start with it, so it is none of the defaults. */
export const LOCK_OPTION: CliOption = {
  name: 'lockPassword',
  help: 'they may not change their password',
};
