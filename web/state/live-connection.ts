import { isOpen, type Job } from '#contract/jobs.ts';
import type { QueryClient } from '@tanstack/react-query';
import { followEvents, type ServerEvent } from '../api/events.ts';
import { HISTORY_KEY } from '../api/history.ts';
import { ApiError } from '../api/http.ts';
import { listJobs } from '../api/jobs.ts';
import { pause } from '../lib/pause.ts';
import { FolderChanges } from './folder-changes.ts';
import { countOpen, jobs, removeJob, setJob, setJobs } from './jobs.ts';

/** Delay before a folder is followed, because users often pass through folders quickly. */
const SETTLE_MS = 300;
/** Time after which a hidden page ends its stream. A browser has six connections for all pages of a server. */
const HIDDEN_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface Following {
  readonly queries: QueryClient;
  /** Path of the shown folder. */
  readonly folder: string | undefined;
  /** Called when a job has ended that had not before. */
  readonly onJobEnded: (job: Job) => void;
}

/**
 * Follows the event stream: updates the listing of the shown folder and the jobs. Connects again after failures, and not while the page is
 * hidden and no job runs. Returns a function that ends it.
 */
export function followServer({ queries, folder, onJobEnded }: Following): () => void {
  const ended = new AbortController();
  const changes = new FolderChanges(queries);
  const folders = folder === undefined ? [] : [folder];
  const onEvent = (event: ServerEvent): void => {
    if (event.name === 'folder') changes.apply(event.data);
    else if (event.name === 'job-forgotten') removeJob(event.data.id);
    else if (event.name === 'history') void queries.invalidateQueries({ queryKey: HISTORY_KEY });
    else if (event.name === 'job') noteJob(event.data, onJobEnded);
    else {
      changes.compare(event.data);
      void queries.invalidateQueries({ queryKey: HISTORY_KEY });
      // A failure is repeated with the next connection.
      readJobs(ended.signal, onJobEnded).catch(() => undefined);
    }
  };
  void keepConnected(folders, onEvent, ended.signal).catch(() => undefined);
  return () => {
    ended.abort();
    changes.close();
  };
}

/** Reads the jobs, and reports the ends of those that have ended without a connection. */
async function readJobs(signal: AbortSignal, onJobEnded: (job: Job) => void): Promise<void> {
  const { jobs: since } = jobs.getState();
  for (const job of setJobs(await listJobs(signal), since)) onJobEnded(job);
}

/** Stores the state of a job, and reports its end. */
function noteJob(job: Job, onJobEnded: (job: Job) => void): void {
  const before = setJob(job);
  if (before !== undefined && isOpen(before) && !isOpen(job)) onJobEnded(job);
}

/** Connects to the event stream again and again until `signal` aborts or the session has ended. */
async function keepConnected(
  folders: readonly string[],
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  await pause(SETTLE_MS, [signal]);
  for (let failures = 0; !signal.aborted; failures += 1) {
    await untilNeeded(signal);
    const hidden = hiddenSignal(signal);
    try {
      await followEvents(
        folders,
        (event) => {
          failures = 0;
          onEvent(event);
        },
        hidden,
      );
    } catch (failure) {
      // The page logs out by itself.
      if (failure instanceof ApiError && failure.status === 401) return;
    }
    signal.throwIfAborted();
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    // Pages do not connect all at once after a restart of the server.
    if (!hidden.aborted) await pause(longest * (0.5 + Math.random() / 2), [signal]);
  }
}

/** Returns true if no one needs the events: the page is hidden and no job runs. */
function isUnneeded(): boolean {
  return document.hidden && countOpen(jobs.getState().jobs) === 0;
}

/** Resolves once the page is visible or a job runs, or when `signal` aborts. */
async function untilNeeded(signal: AbortSignal): Promise<void> {
  while (isUnneeded() && !signal.aborted) {
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** Returns a signal that aborts when the page has been hidden for long and no job runs. */
function hiddenSignal(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController();
  let since: number | undefined;
  const timer = window.setInterval(() => {
    if (!isUnneeded()) since = undefined;
    else since ??= Date.now();
    if (since !== undefined && Date.now() - since >= HIDDEN_MS) hidden.abort();
  }, HIDDEN_MS / 3);
  const combined = AbortSignal.any([signal, hidden.signal]);
  combined.addEventListener('abort', () => window.clearInterval(timer), { once: true });
  return combined;
}
