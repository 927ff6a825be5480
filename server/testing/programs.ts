import { spawnSync } from 'node:child_process';

/** Whether a program is on the PATH; `npm test` installs what the tests know to use, or counts it as failed. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}

/** What a program prints; an error that tells what it complains of when it fails. */
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
