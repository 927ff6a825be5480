import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** An address at which databases may be made, or why there is none. */
    postgres: { readonly url: string } | { readonly missing: string };
  }
}

/** vitest calls it once before the tests of the server, and what it returns after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  if ('missing' in postgres) {
    if (process.env.CI === 'true') throw new Error(`No PostgreSQL: ${postgres.missing}`);
    console.warn(`The tests on PostgreSQL are not run: ${postgres.missing}`);
    project.provide('postgres', postgres);
    return async () => undefined;
  }
  project.provide('postgres', { url: postgres.url });
  return () => postgres.stop();
}
