import { spawnSync } from 'node:child_process';

/** Returns whether a program is on the PATH. `npm test` installs the known programs, or counts a missing one as a failure. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}

/** Returns the output of a program. Throws its error output if it fails. */
export function outputOf(program: string, args: readonly string[], cwd = '/'): string {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${program} ends with ${status}: ${stderr}${stdout}`);
  return stdout;
}
