import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Runs the text of a module in a process of its own, killed at the latest when the test ends. */
export function spawnScript(script: string): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, scriptArguments(script), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** What Node is called with to run the text of a module that imports our sources. */
export function scriptArguments(script: string): string[] {
  return ['--conditions=source', '--import=tsx', '--input-type=module', '-e', script];
}

/** The absolute path of a source file, for a script's imports: `sourcePath('metadata/users.ts')`. */
export function sourcePath(file: string): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}
