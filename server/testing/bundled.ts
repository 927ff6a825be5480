import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

/** The absolute path of a program of ours, bundled for this run: `main`, or one of bundles.ts. */
export function bundledProgram(name: string): string {
  return join(inject('bundles'), name === 'main' ? 'main.js' : `${name}.mjs`);
}

/** Stands in for lib/worker-url.ts in tests (see vitest.config.ts): there, threads run what was bundled for this run. */
export function workerUrl(_from: string, name: string): URL {
  return pathToFileURL(bundledProgram(name));
}
