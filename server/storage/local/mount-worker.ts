import { lstatSync, opendirSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { serveCalls } from '../../lib/worker-calls.ts';
import { fromNodeError } from './node-error.ts';

const calls = {
  /** Returns the identity of the parent folder of a mount point. The parent is on another file system, which answers. */
  parentOf(path: string): { readonly dev: bigint; readonly ino: bigint } {
    const { dev, ino } = statSync(dirname(path), { bigint: true });
    return { dev, ino };
  },

  /** Hangs for as long as the file system mounted at `path` does not answer. A failure is an answer. */
  probe(path: string): void {
    try {
      lstatSync(path);
      statfsSync(path);
      const folder = opendirSync(path);
      folder.readSync();
      folder.closeSync();
    } catch {
      // The file system has answered. Operations that use it report the error.
    }
  },
};
export type MountCalls = typeof calls;

serveCalls(calls, fromNodeError);
