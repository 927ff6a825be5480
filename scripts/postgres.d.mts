import type { ExecFileSyncOptions } from 'node:child_process';

/** `missing` says in one line why there is no PostgreSQL and what to do. */
export type TestPostgres = { url: string; stop(): Promise<void> } | { missing: string };

export function startPostgres(): Promise<TestPostgres>;

/** The name of the superuser of every cluster. */
export const SUPERUSER: string;

/** Returns the folder that holds `initdb` and `postgres`; undefined when there is none. */
export function findBinaries(): string | undefined;

/** Returns whom to run PostgreSQL as, which refuses to run as root; empty for the user of this process. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number };

/** Makes the files of a cluster below `folder`, in `data`. */
export function initCluster(cluster: {
  readonly binaries: string;
  readonly folder: string;
  readonly options: ExecFileSyncOptions;
}): void;
