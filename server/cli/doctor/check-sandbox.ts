import type { Config } from '../../config/config.ts';
import { MISSING_SANDBOX } from '../../programs/sandbox/missing-sandbox.ts';
import { trySandbox } from '../../programs/sandbox/try-sandbox.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'sandbox';

/** Tries it out, as the server would. */
export async function checkSandbox(config: Config): Promise<Finding> {
  const { sandbox, network } = config.commands;
  const state = await trySandbox(config);
  if (state === 'active') return ok(ABOUT, `is active, ${network ? 'with' : 'without'} a network`);
  if (state === 'off') {
    const seen = 'is off: commands of users reach all that the server reaches';
    return warn(ABOUT, seen, 'start with --commandSandbox require');
  }
  const { reason: seen, advice } = MISSING_SANDBOX[state];
  return sandbox === 'require'
    ? bad(ABOUT, `${seen}, so that nobody runs commands`, advice)
    : warn(ABOUT, `${seen}: commands of users reach all that the server reaches`, advice);
}
