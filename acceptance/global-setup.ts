import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTree } from './replay/fixture-tree.ts';
import { SERVER_ENTRY } from './paths.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the folder with the fixture tree and the databases of the setups; removed after the run. */
    scratch: string;
  }
}

/** Creates the fixture tree once for the whole run; each server works on a copy. */
export function setup(project: TestProject): () => void {
  if (!existsSync(SERVER_ENTRY))
    throw new Error(`The built server is missing: ${SERVER_ENTRY}. Run \`npm run build\` first.`);
  const scratch = mkdtempSync(join(tmpdir(), 'filebrowser-acceptance-'));
  createTree(join(scratch, 'tree'));
  project.provide('scratch', scratch);
  return () => rmSync(scratch, { recursive: true, force: true });
}
