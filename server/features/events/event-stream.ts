import { Readable } from 'node:stream';
import { HEARTBEAT_MS, type ServerEventName, type ServerEvents } from '#contract/events.ts';
import type { TreePath } from '#contract/paths.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import type { Actor } from '../../access/actor.ts';
import type { Authenticator } from '../../access/authenticator.ts';
import type { HistoryChanges, JobChange, JobChanges } from '../../events/user-changes.ts';
import { rfc3339 } from '../../lib/rfc3339.ts';
import { watchOver } from '../../lib/watch-over.ts';
import type { FolderChange } from '../../storage/folder-watcher.ts';
import { authorizeEntry } from '../../tree/authorize.ts';
import { openEntry } from '../../tree/list-folder.ts';
import type { Tree } from '../../tree/tree.ts';
import type { FolderFeeds, OpenFeed } from './folder-feeds.ts';

/** Time in which changes are collected before they are sent. Milliseconds. */
const COLLECT_MS = 250;
/** Maximum number of names of one folder in an event. With more, the client lists the folder anew. */
const MAX_NAMES = 200;
/** Minimum time between two events that make the client list a folder anew, because that may be a large one. Milliseconds. */
const LIST_ANEW_EVERY_MS = 2_000;

export interface StreamDependencies {
  readonly tree: Tree;
  readonly authenticator: Pick<Authenticator, 'ownerOf'>;
  readonly feeds: FolderFeeds;
  readonly jobs: Pick<JobChanges, 'subscribe'>;
  readonly history: Pick<HistoryChanges, 'subscribe'>;
  /** Interval in milliseconds at which the session is checked again. */
  readonly watchEveryMs: number;
}

export interface StreamRequest {
  readonly userId: number;
  readonly sessionIdHash: string;
  /** Paths of folders as the user sees them. */
  readonly folders: readonly TreePath[];
  /** False when the user watches too many folders already. */
  readonly mayWatch: boolean;
}

/** Folder in the event `ready`. */
type ObservedAs = ServerEvents['ready']['folders'][number];

/** A folder of a stream, and what is not sent yet. */
interface ObservedFolder {
  /** Path as the user sees it. */
  readonly folder: TreePath;
  /** Names that have changed; empty with `mustBeListed`. */
  readonly names: Set<string>;
  /** True when the client has to list the folder again. */
  mustBeListed: boolean;
  /** When that was sent last, by `performance.now`. */
  listingSentAt: number;
}

/**
 * The events for one client. Keeps only what has changed since the last event, so that a client that reads slowly costs no memory: it gets
 * the latest state of each job, and the request to list a folder anew. Each event is authorized when it is sent.
 */
export class EventStream {
  readonly readable: Readable;
  readonly #dependencies: StreamDependencies;
  readonly #request: StreamRequest;
  readonly #folders: readonly ObservedFolder[];
  readonly #jobs = new Map<number, JobChange>();
  readonly #feeds: OpenFeed[] = [];
  /** End the subscriptions and timers of the stream. */
  readonly #ends: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hasHistory = false;
  #isFlushing = false;
  #isReady = false;
  /** False while the client reads more slowly than events are written. */
  #mayWrite = false;
  #hasEnded = false;

  constructor(dependencies: StreamDependencies, request: StreamRequest) {
    this.#dependencies = dependencies;
    this.#request = request;
    this.#folders = request.folders.map((folder) => ({
      folder,
      names: new Set<string>(),
      mustBeListed: false,
      listingSentAt: -Infinity,
    }));
    this.readable = new Readable({
      read: () => {
        this.#mayWrite = true;
        this.#flushLater();
      },
    });
    this.readable.once('close', () => this.end());
  }

  /** Subscribes to all changes, and sends the event `ready`. */
  async begin(actor: Actor): Promise<void> {
    const { jobs, history, authenticator, watchEveryMs } = this.#dependencies;
    const { userId, sessionIdHash } = this.#request;
    this.#ends.push(
      jobs.subscribe(userId, (change) => {
        this.#jobs.set(change.kind === 'changed' ? change.job.id : change.id, change);
        this.#flushLater();
      }),
      history.subscribe(userId, () => {
        this.#hasHistory = true;
        this.#flushLater();
      }),
      watchOver(
        async () => (await authenticator.ownerOf(sessionIdHash)) !== undefined,
        watchEveryMs,
        () => this.end(),
      ),
    );
    const heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    this.#ends.push(() => clearInterval(heartbeat));
    const folders = await Promise.all(this.#folders.map((each) => this.#observe(actor, each)));
    if (this.#hasEnded) return this.#closeFeeds();
    this.#push('ready', { folders });
    this.#isReady = true;
    this.#flushLater();
  }

  /** Ends the reply and all subscriptions. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    this.#closeFeeds();
    if (!this.readable.destroyed) this.readable.push(null);
  }

  /** Subscribes to the changes of a folder, and returns how the event `ready` describes it. */
  async #observe(actor: Actor, observed: ObservedFolder): Promise<ObservedAs> {
    const { tree, feeds } = this.#dependencies;
    const { folder } = observed;
    const unavailable = { folder, watch: 'unavailable' } as const;
    try {
      const path = toTreePath(actor, folder);
      const { entry, opened } = await openEntry(tree, actor, path);
      if (opened === undefined) return unavailable;
      await opened.close();
      const listener = (change: FolderChange): void => this.#note(observed, change);
      const { mayWatch } = this.#request;
      const feed = await feeds.open(entry.resolvedPath, listener, { mayWatch });
      this.#feeds.push(feed);
      // Read after the feed has begun, so that no change is missed.
      const { stat, symlink } = await authorizeEntry(tree, actor, 'see', path);
      const modified = rfc3339((symlink ?? stat).modifiedNs);
      return { folder, watch: feed.watch, modified };
    } catch {
      // The client learns the reason when it lists the folder.
      return unavailable;
    }
  }

  #note(observed: ObservedFolder, change: FolderChange): void {
    if (change.kind === 'folder') observed.mustBeListed = true;
    else if (!observed.mustBeListed) observed.names.add(change.name);
    if (observed.names.size > MAX_NAMES) observed.mustBeListed = true;
    if (observed.mustBeListed) observed.names.clear();
    this.#flushLater();
  }

  #flushLater(): void {
    if (this.#timer !== undefined || !this.#hasWork()) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#flush();
    }, COLLECT_MS).unref();
  }

  #hasWork(): boolean {
    if (this.#hasEnded || !this.#isReady || !this.#mayWrite || this.#isFlushing) return false;
    return (
      this.#hasHistory ||
      this.#jobs.size > 0 ||
      this.#folders.some(({ mustBeListed, names }) => mustBeListed || names.size > 0)
    );
  }

  async #flush(): Promise<void> {
    if (!this.#hasWork()) return;
    this.#isFlushing = true;
    try {
      const owner = await this.#dependencies.authenticator.ownerOf(this.#request.sessionIdHash);
      if (owner === undefined) return this.end();
      this.#sendJobs();
      this.#sendHistory();
      for (const observed of this.#folders) {
        if (this.#mayWrite) await this.#sendFolder(owner.actor, observed);
      }
    } catch {
      // The database does not answer. The next check ends the stream, or the next change is sent.
    } finally {
      this.#isFlushing = false;
      this.#flushLater();
    }
  }

  #sendJobs(): void {
    for (const [id, change] of this.#jobs) {
      if (!this.#mayWrite) return;
      this.#jobs.delete(id);
      if (change.kind === 'changed') this.#push('job', change.job);
      else this.#push('job-forgotten', { id });
    }
  }

  #sendHistory(): void {
    if (!this.#hasHistory || !this.#mayWrite) return;
    this.#hasHistory = false;
    this.#push('history', {});
  }

  async #sendFolder(actor: Actor, observed: ObservedFolder): Promise<void> {
    const { folder } = observed;
    if (observed.mustBeListed) {
      const now = performance.now();
      if (now - observed.listingSentAt < LIST_ANEW_EVERY_MS) return;
      observed.listingSentAt = now;
      observed.mustBeListed = false;
      return this.#push('folder', { folder, all: true });
    }
    if (observed.names.size === 0) return;
    const names = [...observed.names];
    observed.names.clear();
    try {
      const text = await describeChanges(this.#dependencies.tree, actor, folder, names);
      if (text !== undefined) this.#pushText('folder', text);
    } catch {
      // The folder is gone or must not be seen any more. The client learns that when it lists the folder.
      observed.mustBeListed = true;
    }
  }

  #beat(): void {
    if (this.#mayWrite && !this.#hasEnded) this.#write(':\n\n');
  }

  #push<Name extends ServerEventName>(name: Name, data: ServerEvents[Name]): void {
    this.#pushText(name, JSON.stringify(data));
  }

  #pushText(name: ServerEventName, json: string): void {
    this.#write(`event: ${name}\ndata: ${json}\n\n`);
  }

  #write(text: string): void {
    if (!this.#hasEnded) this.#mayWrite = this.readable.push(text);
  }

  #closeFeeds(): void {
    for (const feed of this.#feeds.splice(0)) feed.close();
  }
}

/** Returns a `FolderEvent` as JSON; undefined when the actor may see none of the names. */
async function describeChanges(
  tree: Tree,
  actor: Actor,
  folder: TreePath,
  names: readonly string[],
): Promise<string | undefined> {
  const path = toTreePath(actor, folder);
  const { entry, opened } = await openEntry(tree, actor, path);
  if (opened === undefined) throw new Error('the folder has become a file');
  try {
    const query = { path, resolvedPath: entry.resolvedPath, view: actor.view, sniff: tree.sniff };
    const { rows, missing } = await opened.listSome(query, names);
    if (rows === '' && missing.length === 0) return undefined;
    return `{"folder":${JSON.stringify(folder)},"changed":[${rows}],"gone":${JSON.stringify(missing)}}`;
  } finally {
    await opened.close();
  }
}
