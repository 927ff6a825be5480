import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROGRAM = join(import.meta.dirname, '../main.ts');
const HOOKS = join(import.meta.dirname, '../../scripts/typescript-hooks.mjs');
const EACH_STEP = join(import.meta.dirname, 'log-each-step.ts');

/** Runs a command in a separate process with `log-each-step.ts` loaded. */
export function runWatched(
  what: { readonly kill: string } | { readonly copy: string },
  words: readonly string[],
  folder: string,
) {
  const steps = `${pathToFileURL(EACH_STEP).href}?${new URLSearchParams({ ...what }).toString()}`;
  const before = ['--conditions=source', `--import=${HOOKS}`, `--import=${steps}`];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const args = [...before, PROGRAM, ...words];
  return spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
}
