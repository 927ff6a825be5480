import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleServer } from '../../scripts/lib/bundle-server.mjs';
import { moduleName, SCRIPT_MODULES } from './script-modules.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The absolute path of the folder with the bundled programs and threads. */
    bundles: string;
  }
}

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Bundles the programs and threads of a run. vitest calls it once before the tests of the server, and the returned function
 * after them. A thread or process that starts from the sources loads a compiler and hundreds of modules, six times the work of
 * a bundled one, and tests start thousands.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'tested-'));
  // Programs that run as another user read it, too.
  chmodSync(folder, 0o755);
  // The bundles lie two folders below package.json and beside the page, as in dist.
  const bundles = join(folder, 'server');
  await bundleServer(bundles, testEntries());
  cpSync(join(ROOT, 'server', 'testing', 'page'), join(folder, 'web'), { recursive: true });
  project.onTestsRerun(() => bundleServer(bundles, testEntries()));
  project.provide('bundles', bundles);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Returns the sources of what only tests start or import, by the name of their bundle. */
function testEntries(): Record<string, string> {
  const workers = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test-worker.ts'))
    .map((file) => `server/${file}`);
  const files = ['server/testing/serve-tiny-app.ts', ...workers];
  return Object.fromEntries([
    ...files.map((file) => [basename(file, '.ts'), file]),
    ...SCRIPT_MODULES.map((file) => [moduleName(file), `server/${file}`]),
  ]);
}
