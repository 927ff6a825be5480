/**
 * The exclusive right of a server to use a database or a folder of files, for as long as its process exists. It ends
 * with the process in any case, and another server can have it at once.
 */
export interface Lease {
  /** Identifies the server in the names of its connections to PostgreSQL; undefined with SQLite. */
  readonly owner: string | undefined;
  /**
   * Resolves when the server has the lease: at once, unless its connection to a database server was lost. Rejects with DatabaseUnavailable if
   * the lease does not come back within seconds, is lost, or was released.
   */
  held(): Promise<void>;
  /** Resolves with a sentence when another server has taken the lease over. This one must not change anything any more. */
  readonly lost: Promise<string>;
  /** Must be called last, when nothing can be changed any more. */
  release(): Promise<void>;
}

/** `taken`: another process has the lease. `impossible`: no process can have it, for a reason that an operator can read. */
export type LeaseOutcome = ReachedLease | { readonly kind: 'taken' };

/** The outcome when no other process has the lease. */
export type ReachedLease =
  | { readonly kind: 'held'; readonly lease: Lease }
  | { readonly kind: 'impossible'; readonly reason: string };
