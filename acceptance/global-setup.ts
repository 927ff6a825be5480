import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { layOutTree } from './goldens/fixture-tree.ts';
import { GOLDENS, SERVER_ENTRY } from './paths.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Holds the fixture tree and the databases of the setups; removed at the end. */
    scratch: string;
  }
}

/** One fixture tree for the whole run; each server gets a copy. */
export function setup(project: TestProject): () => void {
  if (!existsSync(GOLDENS))
    throw new Error(`the recorded exchanges are not at ${GOLDENS}; set GOLDENS`);
  if (!existsSync(SERVER_ENTRY))
    throw new Error(`${SERVER_ENTRY} is not there; npm run build makes it`);
  const scratch = mkdtempSync(join(tmpdir(), 'filebrowser-acceptance-'));
  layOutTree(join(scratch, 'tree'));
  project.provide('scratch', scratch);
  return () => rmSync(scratch, { recursive: true, force: true });
}
