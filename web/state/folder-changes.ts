import type { FolderEvent, ReadyEvent } from '#contract/events.ts';
import type { Entry, Folder, Sorting } from '#contract/files.ts';
import type { QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../api/files.ts';
import { withInserted } from './listing-order.ts';

/**
 * Applies changes of folders to the listings in the cache. Changes that arrive while a listing is being read are
 * applied after it has arrived, because it may be older.
 */
export class FolderChanges {
  readonly #queries: QueryClient;
  /** Changes that arrived while the listing of their folder is being read, by the folder in the key of its query. */
  readonly #later = new Map<string, FolderEvent[]>();
  readonly #stop: () => void;

  constructor(queries: QueryClient) {
    this.#queries = queries;
    this.#stop = queries.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.state.fetchStatus !== 'idle') return;
      const [kind, folder] = query.queryKey;
      if (kind !== 'folder' || typeof folder !== 'string') return;
      const events = this.#later.get(folder);
      if (events === undefined) return;
      this.#later.delete(folder);
      for (const event of events) this.apply(event);
    });
  }

  /** Reloads the cached listings of folders that were modified while there was no connection. */
  compare({ folders }: ReadyEvent): void {
    for (const { folder, modified } of folders) {
      const { queryKey } = folderQuery(`${folder}/`);
      const known = this.#queries.getQueryData(queryKey);
      if (known !== undefined && modified !== undefined && known.modified !== modified)
        void this.#queries.invalidateQueries({ queryKey });
    }
  }

  /** Applies the changes of a folder to its cached listing, or reloads it if the event does not list them. */
  apply(event: FolderEvent): void {
    const { queryKey } = folderQuery(`${event.folder}/`);
    if (this.#queries.isFetching({ queryKey, exact: true }) > 0) {
      const [, folder] = queryKey;
      this.#later.set(`${folder}`, [...(this.#later.get(`${folder}`) ?? []), event]);
      return;
    }
    if ('all' in event) {
      void this.#queries.invalidateQueries({ queryKey });
      return;
    }
    this.#queries.setQueryData(queryKey, (known) =>
      // A file has no items; its address may have named a folder before.
      known !== undefined && 'items' in known ? withChanges(known, event) : known,
    );
    for (const { path } of event.changed)
      void this.#queries.invalidateQueries({ queryKey: ['file', path], exact: true });
  }

  close(): void {
    this.#stop();
  }
}

/** Changes of the entries of a folder. */
export interface EntryChanges {
  readonly changed: readonly Entry[];
  /** Names of entries that no longer exist. */
  readonly gone: readonly string[];
}

/** Returns a listing with changed entries in order; the same object when nothing has changed. Other entries stay the same objects. */
export function withChanges(folder: Folder, { changed, gone }: EntryChanges): Folder {
  const latest = new Map(changed.map((entry) => [entry.name, entry]));
  const goneNames = new Set(gone);
  const kept: Entry[] = [];
  const moved: Entry[] = [];
  let hasChanged = false;
  for (const entry of folder.items) {
    const now = latest.get(entry.name);
    latest.delete(entry.name);
    if (now === undefined && !goneNames.has(entry.name)) kept.push(entry);
    else if (now !== undefined && isSame(entry, now)) kept.push(entry);
    else {
      hasChanged = true;
      if (now !== undefined) (keepsPosition(entry, now, folder.sorting) ? kept : moved).push(now);
    }
  }
  moved.push(...latest.values());
  if (!hasChanged && moved.length === 0) return folder;
  const items = moved.length === 0 ? kept : inserted(kept, moved, folder.sorting);
  const numDirs = items.reduce((count, { isDir }) => count + (isDir ? 1 : 0), 0);
  return { ...folder, items, numDirs, numFiles: items.length - numDirs };
}

/** Returns entries in order with others inserted. Folders precede files, so that each group is in order by itself. */
function inserted(kept: readonly Entry[], moved: readonly Entry[], sorting: Sorting): Entry[] {
  const isFolder = ({ isDir }: Entry) => isDir;
  const isFile = ({ isDir }: Entry) => !isDir;
  return [isFolder, isFile].flatMap((belongs) =>
    withInserted(kept.filter(belongs), moved.filter(belongs), sorting),
  );
}

/** Returns true if the order of a listing does not change with the entry. */
function keepsPosition(before: Entry, now: Entry, { by }: Sorting): boolean {
  if (before.isDir !== now.isDir) return false;
  if (by === 'size') return before.size === now.size;
  return by !== 'modified' || before.modified === now.modified;
}

function isSame(one: Entry, other: Entry): boolean {
  return (
    one.modified === other.modified &&
    one.size === other.size &&
    one.mode === other.mode &&
    one.type === other.type &&
    one.isDir === other.isDir &&
    one.isSymlink === other.isSymlink &&
    one.subtitles?.join('\n') === other.subtitles?.join('\n')
  );
}
