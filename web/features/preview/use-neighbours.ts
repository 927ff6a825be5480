import type { Entry } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { folderQuery } from '../../api/files.ts';
import { shownPath } from '../../state/pending-changes.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import { useFolderEntries } from '../../state/use-folder-entries.ts';
import { ALONE, type Neighbours, neighboursOf, previewedFiles } from './neighbours.ts';

/** Handlers for changes of the displayed file. */
export interface FileHandlers {
  onRenamed(path: string): void;
  /** Called with the paths of its neighbours. */
  onGone(beside: { next: string | undefined; previous: string | undefined }): void;
}

/**
 * Returns the files before and after one, in the order of the listing; none when the folder cannot be read. Calls
 * `handlers` when the file is renamed, deleted or moved, by this user or another one.
 */
export function useNeighbours(
  file: Pick<Entry, 'path'>,
  handlers: FileHandlers,
): { neighbours: Neighbours; files: readonly Entry[] } {
  const { data: folder } = useQuery(folderQuery(`${folderHolding(file)}/`));
  const { entries, pending } = useFolderEntries(folder);
  const files = useMemo(() => (entries ? previewedFiles(entries.files) : []), [entries]);
  const pathNow = shownPath(file.path, pending) ?? file.path;
  const neighbours = useMemo(
    () => (files.length === 0 ? ALONE : neighboursOf(files, pathNow)),
    [files, pathNow],
  );

  const seen = useRef<{ path: string; pathNow: string } & Neighbours>(undefined);
  useEffect(() => {
    if (!entries) return;
    const { path } = file;
    if (entries.indexOf(pathNow) >= 0) {
      seen.current = { path, pathNow, ...neighbours };
      return;
    }
    const before = seen.current;
    // The file may never have been in the listing.
    if (before?.path !== path) return;
    seen.current = undefined;
    if (before.pathNow !== path && entries.indexOf(before.pathNow) >= 0) {
      handlers.onRenamed(before.pathNow);
    } else handlers.onGone({ next: before.next?.path, previous: before.previous?.path });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what is in the folder decides it
  }, [entries, file.path, pathNow, neighbours]);
  return { neighbours, files };
}
