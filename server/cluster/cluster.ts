import type { JobChange } from '../events/user-changes.ts';
import type { TreeChange } from '../events/tree-changes.ts';
import type { CountTogether } from '../lib/rate-limiter.ts';
import { ALONE, type WorkOwner } from '../metadata/work-owner.ts';

/** A message of a server of a cluster to the others. */
export type ClusterMessage =
  | { readonly kind: 'tree-changed'; readonly change: TreeChange }
  | { readonly kind: 'job-changed'; readonly userId: number; readonly change: JobChange }
  | { readonly kind: 'history-changed'; readonly userId: number }
  /** A user has asked the server that works on a job for something, which is stored with the job. */
  | { readonly kind: 'job-asked'; readonly server: string }
  /** Another request wants to write an upload. */
  | { readonly kind: 'upload-wanted'; readonly key: string }
  /** An event of a rate limit is counted, or taken back. */
  | { readonly kind: 'counted'; readonly limit: string; readonly key: string; readonly by: 1 | -1 }
  | { readonly kind: 'settings-changed' };

export type MessageListener = (message: ClusterMessage) => void;

/** The servers that answer at the same time, as one of them sees them. */
export interface Cluster extends WorkOwner {
  /** True for the one server that recovers the work of others and does scheduled jobs. */
  readonly isLeader: boolean;
  /** Sends a message to all other servers, within about a tenth of a second. */
  send(message: ClusterMessage): void;
  onMessage(listener: MessageListener): void;
  /** Calls `listener` when messages of other servers may have been lost. */
  onMissed(listener: () => void): void;
  /**
   * Calls `recover` when another server has died. It claims what that server was changing, and resolves with a function that begins to recover
   * it.
   */
  onDeath(recover: () => Promise<() => void>): void;
  /** Returns how the events of a rate limit are exchanged, so that all servers count them together. */
  readonly countTogether: CountTogether;
  /** Recovers what other servers have left, and looks after them from now on. Call it before requests are answered. */
  begin(): Promise<void>;
}

/** A server alone. */
export const NO_CLUSTER: Cluster = {
  ...ALONE,
  isLeader: true,
  send: () => undefined,
  onMessage: () => undefined,
  onMissed: () => undefined,
  onDeath: () => undefined,
  countTogether: () => undefined,
  begin: () => Promise.resolve(),
};
