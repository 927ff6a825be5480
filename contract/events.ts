import { z } from 'zod';
import { Entry } from './files.ts';
import { Job } from './jobs.ts';

/** Maximum number of folders that one stream watches. */
export const MAX_STREAM_FOLDERS = 8;

/**
 * Interval in milliseconds at which the server sends a comment line, so that proxies keep the connection open and clients notice when it is lost.
 */
export const HEARTBEAT_MS = 15_000;

/**
 * Address of the event stream: `text/event-stream`. It carries the jobs of the caller and the changes of the given folders, and ends with
 * the session. A client that connects again loads jobs and listings anew after the event `ready`.
 */
export function eventsUrl(folders: readonly string[]): string {
  const query = new URLSearchParams(folders.map((folder) => ['folder', folder]));
  return folders.length === 0 ? '/api/events' : `/api/events?${query}`;
}

/**
 * How the server notices that another program has changed a folder. `live`: the file system reports it. `polled`: the server reads the
 * time of the folder every few seconds. `own`: not at all; only changes by this server are sent. `unavailable`: the folder does not
 * exist, or the caller may not see it.
 */
export const FolderWatch = z.enum(['live', 'polled', 'own', 'unavailable']);
export type FolderWatch = z.infer<typeof FolderWatch>;

/** First event of a stream. All changes after it are sent. */
export const ReadyEvent = z.object({
  folders: z.array(
    z.object({
      folder: z.string(),
      watch: FolderWatch,
      /** Modification time of the folder. A client that holds a listing with another `modified` loads it again. */
      modified: z.string().optional(),
    }),
  ),
});
export type ReadyEvent = z.infer<typeof ReadyEvent>;

/** Changes of a folder, at most a few times a second. Names that the caller may not see are not sent. */
export const FolderEvent = z.union([
  z.object({
    /** As given in the address. */
    folder: z.string(),
    /** Entries that have appeared or changed, as a listing shows them. */
    changed: z.array(Entry),
    /** Names that do not exist any more. */
    gone: z.array(z.string()),
  }),
  /** Too much has changed: the folder has to be listed anew. */
  z.object({ folder: z.string(), all: z.literal(true) }),
]);
export type FolderEvent = z.infer<typeof FolderEvent>;

/** A job that the caller has removed from the list, or that was removed because it ended long ago. */
export const ForgottenJob = z.object({ id: z.int() });
export type ForgottenJob = z.infer<typeof ForgottenJob>;

/** The history of the caller has changed: an operation has ended, or was undone. */
export const HistoryEvent = z.object({});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** Data of the events of the stream, by the name of the event. */
export const SERVER_EVENTS = {
  ready: ReadyEvent,
  /** A job has begun or changed; its progress is sent at most four times a second. */
  job: Job,
  'job-forgotten': ForgottenJob,
  folder: FolderEvent,
  /** Sent at most a few times a second. */
  history: HistoryEvent,
} as const;
export type ServerEventName = keyof typeof SERVER_EVENTS;
export type ServerEvents = {
  readonly [Name in ServerEventName]: z.infer<(typeof SERVER_EVENTS)[Name]>;
};
