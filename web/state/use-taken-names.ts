import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { folderQuery } from '../api/files.ts';
import { entriesWithPending, pendingChanges } from './pending-changes.ts';

/** Returns the names in a folder as far as they are cached, with pending changes. The server checks them again. */
export function useTakenNames(folder: string): ReadonlySet<string> {
  const { data } = useQuery({ ...folderQuery(`${folder}/`), enabled: false });
  const changes = useStore(pendingChanges, (pending) => pending.changes);
  return useMemo(
    () => new Set(data && entriesWithPending(data.items, changes).map(({ name }) => name)),
    [data, changes],
  );
}
