import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { bundledProgram } from './bundled.ts';
import { moduleName, type ScriptModule } from './script-modules.ts';

/** Runs the text of a module in a separate process, which is killed at the latest when the test ends. */
export function spawnScript(script: string): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, scriptArguments(script), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Returns the arguments with which Node runs the text of a module. */
export function scriptArguments(script: string): string[] {
  return ['--input-type=module', '-e', script];
}

/** Returns the absolute path from which a script imports one of SCRIPT_MODULES, bundled for this run. */
export function modulePath(file: ScriptModule): string {
  return bundledProgram(moduleName(file));
}
