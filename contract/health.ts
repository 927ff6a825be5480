import { z } from 'zod';

/** GET, for everybody: `{"status":"OK"}` while files can be served; else 503 and `{"status":"DOWN"}`. */
export const HEALTH_URL = '/health';
/** In the query: `Health` instead, for administrators and for programs with the token for monitors; 503 when a part is down. */
export const FULL_HEALTH = 'full';

/** How a part that everything needs has answered. Why it has not is told in a few words without names or paths. */
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
  /** The served folder and the file system it is on. */
  root: z.intersection(PartHealth, DiskSpace.partial()),
  /** Of names, for searches: without it they walk, and nothing is down. */
  index: z.object({
    state: z.enum(['building', 'ready', 'off']),
    names: z.int(),
    /** Since it was last made true to the disk. */
    ageSeconds: z.number().optional(),
  }),
  uploads: z.object({
    /** Begun and not whole; not told while the database does not answer. */
    unfinished: z.int().optional(),
  }),
});
export type Health = Readonly<z.infer<typeof Health>>;
