/**
 * Identity under which a server stores what it works on, such as journal records and jobs, so that a server which finds them later knows
 * whether a server still works on them.
 */
export interface WorkOwner {
  /** Id of this server; undefined for a server alone. */
  readonly server: string | undefined;
  /**
   * Returns a function that says whether this server has to recover what the server with an id has begun: it has ended, and so have all its
   * connections to the database. Undefined stands for a server alone, before a cluster was formed.
   */
  abandoned(): Promise<(server: string | undefined) => boolean>;
}

/** A server alone. What it finds was left by an earlier process or a failure. */
export const ALONE: WorkOwner = {
  server: undefined,
  abandoned: () => Promise.resolve(() => true),
};
