import type { Config } from '../../config/config.ts';
import { Programs } from '../../programs/programs.ts';
import { createSandbox, type SandboxState } from '../../programs/sandbox/sandbox.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'sandbox';

const MISSING: Readonly<
  Record<Exclude<SandboxState, 'active' | 'off'>, readonly [seen: string, advice: string]>
> = {
  'not-installed': ['bubblewrap is not installed', 'apt install bubblewrap, or what it is here'],
  'too-old': ['bubblewrap is too old to mount an open folder', 'install a later version of it'],
  refused: [
    'bubblewrap is installed, and the kernel refuses it',
    'allow user namespaces without privileges (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns), also to the container',
  ],
};

/** Tries it out, as the server would. */
export async function checkSandbox(config: Config): Promise<Finding> {
  const { sandbox, network } = config.commands;
  const state = await stateOf(config);
  if (state === 'active') return ok(ABOUT, `is active, ${network ? 'with' : 'without'} a network`);
  if (state === 'off') {
    const seen = 'is off: commands of users reach all that the server reaches';
    return warn(ABOUT, seen, 'start with --commandSandbox auto or require');
  }
  const [seen, advice] = MISSING[state];
  return sandbox === 'require'
    ? bad(ABOUT, `${seen}, so that nobody runs commands`, advice)
    : warn(ABOUT, `${seen}: commands of users reach all that the server reaches`, advice);
}

async function stateOf(config: Config): Promise<SandboxState> {
  const programs = new Programs();
  try {
    return await createSandbox(config, programs).state();
  } finally {
    await programs.close();
  }
}
