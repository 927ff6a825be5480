import type { JobChange } from '../events/user-changes.ts';
import type { TreeChange } from '../events/tree-changes.ts';
import type { CountTogether } from '../lib/rate-limiter.ts';
import { ALONE, type WorkOwner } from '../metadata/work-owner.ts';

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
   * Sets the function that this server, as the leader, calls when another server has died. It claims the paths that the dead server was
   * changing, and resolves with a function that begins to recover them.
   */
  onDeath(recover: () => Promise<() => void>): void;
  /** Returns how the events of a rate limit are exchanged, so that all servers count them together. */
  readonly countTogether: CountTogether;
  /** Recovers what dead servers have left, if this server leads, and checks the others from now on. Call it before requests are answered. */
  begin(): Promise<void>;
}

/** A message of a server of a cluster to the others. */
export type ClusterMessage =
  | { readonly kind: 'tree-changed'; readonly change: TreeChange }
  | { readonly kind: 'job-changed'; readonly userId: number; readonly change: JobChange }
  | { readonly kind: 'history-changed'; readonly userId: number }
  /** A user has asked something of a job that this server works on. The request is in the row of the job. */
  | { readonly kind: 'job-asked'; readonly server: string }
  /** A request on another server wants to write an upload. `key` is that of `uploadClaimKey`. */
  | { readonly kind: 'upload-wanted'; readonly key: string }
  /** An event of a rate limit, such as a wrong password, was counted, or was taken back. */
  | { readonly kind: 'counted'; readonly limit: string; readonly key: string; readonly by: 1 | -1 }
  | { readonly kind: 'settings-changed' };

export type MessageListener = (message: ClusterMessage) => void;

/** The cluster of a server that is alone. */
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
