import type { SandboxState } from './sandbox.ts';

/** Reason why the sandbox does not work, with advice for the operator. */
export interface MissingSandbox {
  readonly reason: string;
  readonly advice: string;
}

export const MISSING_SANDBOX: Readonly<
  Record<Exclude<SandboxState, 'active' | 'off'>, MissingSandbox>
> = {
  'not-installed': {
    reason: 'bubblewrap is not installed',
    advice: 'install the package bubblewrap',
  },
  'too-old': {
    reason: 'bubblewrap is too old to mount an open folder',
    advice: 'install a later version of bubblewrap',
  },
  refused: {
    reason: 'bubblewrap is installed, but the kernel refuses to start it',
    advice:
      'allow unprivileged user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns), also for the container; under systemd, install the drop-in packaging/systemd/sandbox.conf',
  },
};

/** Returns the warning for a server whose users may run commands; undefined when the sandbox works. */
export function sandboxWarning(
  state: SandboxState,
  use: 'auto' | 'require' | 'off',
): string | undefined {
  if (state === 'active') return undefined;
  if (state === 'off') return 'commands of users run without a sandbox: --commandSandbox=off';
  const { reason, advice } = MISSING_SANDBOX[state];
  if (use === 'require') {
    return `commands of users are refused: ${reason}. Either ${advice}, or set --commandSandbox=auto to run them without a sandbox.`;
  }
  return `commands of users run without a sandbox: ${reason}. To confine them, ${advice}.`;
}
