import type { FolderWatch } from '#contract/events.ts';
import { isWithin, nameOf, parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import type { TreeChange, TreeChanges } from '../../events/tree-changes.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import type { FolderChange, FolderWatcher } from '../../storage/folder-watcher.ts';

/** Maximum number of folders that are watched at once. Linux allows a user at least 8,192 watches. */
const MAX_WATCHED = 1_024;
/** Interval at which the time of a folder is compared that cannot be watched. Milliseconds. */
const POLL_EVERY_MS = 3_000;
/** Delay before a folder is watched again that was moved or removed. Milliseconds. */
const WATCH_AGAIN_MS = 1_000;

interface FeedDependencies {
  readonly driver: Pick<StorageDriver, 'watch' | 'resolve'>;
  readonly changes: Pick<TreeChanges, 'subscribe'>;
}

/** Called with the change of a folder. `folder`: anything in it may have changed. */
export type FeedListener = (change: FolderChange) => void;

export interface OpenFeed {
  readonly watch: FolderWatch;
  close(): void;
}

/** Changes of open folders: of this server, and of other programs as far as the storage reports them. */
export class FolderFeeds {
  readonly #dependencies: FeedDependencies;
  readonly #feeds = new Map<TreePath, Feed>();

  constructor(dependencies: FeedDependencies) {
    this.#dependencies = dependencies;
    dependencies.changes.subscribe((change) => this.#pass(change));
  }

  /**
   * Subscribes to the changes of a folder, whose path is without symlinks. Changes by other programs are reported only with `mayWatch`
   * and while few enough folders are watched.
   */
  async open(
    folder: TreePath,
    listener: FeedListener,
    { mayWatch }: { readonly mayWatch: boolean },
  ): Promise<OpenFeed> {
    const feed = this.#feeds.get(folder) ?? new Feed(folder, this.#dependencies.driver);
    this.#feeds.set(folder, feed);
    feed.listeners.add(listener);
    if (mayWatch && this.watched < MAX_WATCHED) await feed.begin();
    return {
      watch: feed.watch,
      close: () => {
        feed.listeners.delete(listener);
        if (feed.listeners.size > 0) return;
        feed.end();
        if (this.#feeds.get(folder) === feed) this.#feeds.delete(folder);
      },
    };
  }

  /** Number of folders that are watched or polled. */
  get watched(): number {
    return [...this.#feeds.values()].filter(({ watch }) => watch !== 'own').length;
  }

  /** Passes a change of this server on to the feeds of the folders that it concerns. */
  #pass(change: TreeChange): void {
    if (this.#feeds.size === 0) return;
    switch (change.kind) {
      case 'appeared':
        return this.#passEntry(change.path);
      case 'vanished':
        this.#passEntry(change.path);
        return this.#passBelow(change.path);
      case 'moved':
        this.#passEntry(change.from);
        this.#passEntry(change.to);
        return this.#passBelow(change.from);
      case 'changed-below':
        this.#passEntry(change.path);
        return this.#passBelow(change.path);
    }
  }

  #passEntry(path: TreePath): void {
    if (path !== ROOT)
      this.#feeds.get(parentOf(path))?.notify({ kind: 'entry', name: nameOf(path) });
  }

  #passBelow(path: TreePath): void {
    for (const [folder, feed] of this.#feeds)
      if (isWithin(path, folder)) feed.notify({ kind: 'folder' });
  }
}

/** One folder with everyone who observes it. */
class Feed {
  readonly listeners = new Set<FeedListener>();
  watch: FolderWatch = 'own';
  readonly #folder: TreePath;
  readonly #driver: FeedDependencies['driver'];
  #beginning: Promise<void> | undefined;
  #watcher: FolderWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Identity and time of a polled folder; '' where it cannot be found. */
  #version = '';
  #hasEnded = false;

  constructor(folder: TreePath, driver: FeedDependencies['driver']) {
    this.#folder = folder;
    this.#driver = driver;
  }

  notify(change: FolderChange): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Begins to watch the folder, once. Never rejects. */
  begin(): Promise<void> {
    this.#beginning ??= this.#watch();
    return this.#beginning;
  }

  end(): void {
    this.#hasEnded = true;
    this.#watcher?.close();
    clearTimeout(this.#timer);
  }

  async #watch(): Promise<void> {
    this.watch = 'live';
    const onChange = (change: FolderChange): void => {
      this.notify(change);
      if (change.kind === 'folder') this.#watchAgain();
    };
    // The folder may have vanished, or its file system may not answer.
    const watcher = await this.#driver.watch?.(this.#folder, onChange).catch(() => undefined);
    if (this.#hasEnded) return watcher?.close();
    this.#watcher = watcher;
    if (watcher !== undefined) return;
    this.watch = 'polled';
    this.#version = await this.#readVersion();
    this.#pollLater();
  }

  /** Watches the path again after the folder was moved or removed: another folder may be there now. */
  #watchAgain(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    clearTimeout(this.#timer);
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => {
      void this.#watch().then(() => this.notify({ kind: 'folder' }));
    }, WATCH_AGAIN_MS).unref();
  }

  #pollLater(): void {
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => void this.#poll(), POLL_EVERY_MS).unref();
  }

  async #poll(): Promise<void> {
    const version = await this.#readVersion();
    if (version !== this.#version) this.notify({ kind: 'folder' });
    this.#version = version;
    this.#pollLater();
  }

  async #readVersion(): Promise<string> {
    try {
      const found = await this.#driver.resolve(this.#folder, ROOT);
      if (found.kind !== 'found') return '';
      return `${found.stat.identity} ${found.stat.modifiedNs}`;
    } catch {
      return '';
    }
  }
}
