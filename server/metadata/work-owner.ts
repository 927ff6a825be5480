/**
 * The id that a server stores with everything that it works on, such as journal records and jobs, and the check by which another server that
 * finds these later decides whether to recover them.
 */
export interface WorkOwner {
  /** Id of this server; undefined for a server alone. */
  readonly server: string | undefined;
  /**
   * Resolves with a test: whether this server has to recover what the server with an id has begun. That server and all its connections to the
   * database have ended then. The id is undefined for a server that was alone, before a cluster was formed.
   */
  abandoned(): Promise<(server: string | undefined) => boolean>;
}

/** The owner of a server that is alone, which recovers everything that it finds: an earlier process or a failure has left it. */
export const ALONE: WorkOwner = {
  server: undefined,
  abandoned: () => Promise.resolve(() => true),
};
