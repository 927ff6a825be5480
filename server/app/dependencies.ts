import type { RequestListener, Server } from 'node:http';
import type { LoginDurations } from '../features/session/auth-methods/auth-method.ts';
import type { PageSource } from '../features/page/built-page.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import type { ProgramDurations } from '../programs/running-program.ts';

/** Dependencies that the caller of `buildApp` provides. */
export interface AppDependencies {
  readonly database: Database;
  readonly logger: Logger;
  /** The other servers. Default: there are none. */
  readonly cluster?: Cluster | undefined;
  createServer(listener: RequestListener): Server;
  /** Called each time when the served folder becomes available, before recovery. */
  reserveRoot?(): Promise<void>;
  /** False leaves the name index empty, so that searches walk the tree. For tests that do not search. */
  readonly readsNames?: boolean;
  /** Folder of the built page. Default: beside the server. */
  readonly page?: URL | undefined;
  /** Durations that tests shorten. */
  readonly durations?: AppDurations;
  /** In development: reads the page from its sources, with the nonce on its scripts. */
  readonly readPage?: PageSource['read'];
}

export interface AppDurations {
  readonly logins?: LoginDurations;
  readonly programs?: ProgramDurations;
  /** Interval in milliseconds at which running commands and event streams are authorized again. */
  readonly watchCommandsEveryMs?: number;
  /** Time after which an operation becomes a job, in milliseconds. */
  readonly longOperationMs?: number;
  /** Time after which a recovery is repeated for the first time whose disk is not available, in milliseconds. */
  readonly firstKeptRecoveryMs?: number;
  /** Delay before uses of shares are stored, in milliseconds. */
  readonly writeUsesAfterMs?: number;
}
