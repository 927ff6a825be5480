import { z } from 'zod';

/**
 * GET returns `{"status":"OK"}` while the threads that serve files answer, also while the root or the database is missing; with an object
 * storage, they need the database. Otherwise returns 503 and `{"status":"DOWN"}`, or `{"status":"STANDBY"}` from a standby server. Public.
 */
export const HEALTH_URL = '/health';
/**
 * Query parameter: returns `Health` instead of the short reply, and 503 if the database or the root is down or the threads that serve files do not
 * answer. For administrators and clients with the monitoring token.
 */
export const FULL_HEALTH = 'full';

/** Result of the check of one component. The reason of a failure contains no names or paths. `ms`: milliseconds that the check took. */
export const PartHealth = z.discriminatedUnion('status', [
  z.object({ status: z.literal('OK'), ms: z.number() }),
  z.object({ status: z.literal('DOWN'), reason: z.string() }),
]);
export type PartHealth = Readonly<z.infer<typeof PartHealth>>;

export const DiskSpace = z.object({ freeBytes: z.number(), totalBytes: z.number() });
export type DiskSpace = Readonly<z.infer<typeof DiskSpace>>;

export const Health = z.object({
  status: z.enum(['OK', 'DOWN']),
  version: z.string(),
  uptimeSeconds: z.number(),
  database: PartHealth,
  /** Served folder and its file system. */
  root: z.intersection(PartHealth, DiskSpace.partial()),
  /** Threads that serve files. */
  threads: PartHealth,
  /** Name index for searches. Without it searches walk the tree; the server is still healthy. */
  index: z.object({
    state: z.enum(['building', 'ready', 'off']),
    names: z.int(),
    /** Time since the index was last compared with the disk. */
    ageSeconds: z.number().optional(),
  }),
  uploads: z.object({
    /** Number of unfinished uploads; absent while the database does not answer. */
    unfinished: z.int().optional(),
  }),
});
export type Health = Readonly<z.infer<typeof Health>>;
