import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

/** Returns the absolute path of a program bundled for this run: `main`, or one of bundles.ts. */
export function bundledProgram(name: string): string {
  return join(inject('bundles'), name === 'main' ? 'main.js' : `${name}.mjs`);
}

/** Replaces lib/worker-url.ts in tests (see vitest.config.ts), so that threads run the bundles of this run. */
export function workerUrl(_from: string, name: string): URL {
  return pathToFileURL(bundledProgram(name));
}
