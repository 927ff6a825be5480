import type { Entry, Folder } from '#contract/files.ts';
import type { QueryClient } from '@tanstack/react-query';
import { folderQuery, SMALL_FOLDER } from '../api/files.ts';
import { type Kind, kindOfName } from '../ui/kind-of.ts';
import { withInserted } from './listing-order.ts';
import { noteAppeared } from './change-entries.ts';
import { extensionOf } from './pending-changes.ts';
import type { Arrival, Arrivals } from './upload-arrivals.ts';

/**
 * Shows what uploads have created. Small folders are read again. Reading 100,000 entries every two seconds would take
 * longer than the uploads, so larger folders receive the new entries here, and are read once after the last upload.
 */
export function showArrivals(queries: QueryClient, { folders, isLast }: Arrivals): void {
  for (const [folder, arrived] of folders) {
    noteAppeared(arrived.map(({ path }) => path));
    const { queryKey } = folderQuery(folder);
    const known = queries.getQueryData(queryKey);
    if (!isLast && known && known.items.length > SMALL_FOLDER) {
      queries.setQueryData(queryKey, withArrived(known, arrived));
    } else {
      void queries.invalidateQueries({ queryKey });
    }
  }
}

/** Returns the folder with new entries in order; one with the same path is replaced. */
export function withArrived(folder: Folder, arrived: readonly Arrival[]): Folder {
  const entries = new Map(arrived.map((arrival) => [arrival.path, entryOf(arrival)]));
  const kept = folder.items.filter(({ path }) => !entries.has(path));
  return { ...folder, items: [...withInserted(kept, [...entries.values()], folder.sorting)] };
}

/** Types of the server by kind; all others are `blob`. */
const TYPES: Readonly<Partial<Record<Kind, Entry['type']>>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  code: 'text',
};

/** Returns the entry as the server will probably describe it. */
function entryOf({ path, name, size, isFolder, modifiedMs = Date.now() }: Arrival): Entry {
  return {
    path,
    name,
    size,
    extension: isFolder ? '' : extensionOf(name),
    modified: new Date(modifiedMs).toISOString(),
    mode: 0,
    isDir: isFolder,
    isSymlink: false,
    type: isFolder ? '' : (TYPES[kindOfName(name)] ?? 'blob'),
  };
}
