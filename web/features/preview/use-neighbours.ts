import type { Entry } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { folderQuery } from '../../api/files.ts';
import { listingEntries } from '../../state/listing-entries.ts';
import { chosenSorting } from '../../state/listing-sorting.ts';
import { pendingChanges, withPending } from '../../state/pending-changes.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import { ALONE, type Neighbours, neighboursOf, previewedFiles } from './neighbours.ts';

/** What may become of a file while it is looked at. */
export interface Fate {
  onRenamed(path: string): void;
  /** The paths of those that stood beside it. */
  onGone(beside: { next: string | undefined; previous: string | undefined }): void;
}

/**
 * The files before and after one, in the listing's order. A folder that cannot be read has no neighbours. When the file is renamed,
 * deleted or moved away, whoever did it, `fate` is told.
 */
export function useNeighbours(
  file: Pick<Entry, 'path'>,
  fate: Fate,
): { neighbours: Neighbours; files: readonly Entry[] } {
  const { data: folder } = useQuery(folderQuery(`${folderHolding(file)}/`));
  const sorting = useStore(chosenSorting, (state) => state.sorting);
  const pending = useStore(pendingChanges);
  const entries = useMemo(
    () => folder && listingEntries(withPending(folder, pending), sorting ?? folder.sorting),
    [folder, pending, sorting],
  );
  const files = useMemo(() => (entries ? previewedFiles(entries.files) : []), [entries]);
  const newName = pending.renamed.get(file.path);
  const pathNow = newName === undefined ? file.path : `${folderHolding(file)}/${newName}`;
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
    // It may be one that the listing has never shown.
    if (before?.path !== path) return;
    seen.current = undefined;
    if (before.pathNow !== path && entries.indexOf(before.pathNow) >= 0) {
      fate.onRenamed(before.pathNow);
    } else fate.onGone({ next: before.next?.path, previous: before.previous?.path });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what is in the folder decides it
  }, [entries, file.path, pathNow, neighbours]);
  return { neighbours, files };
}
