import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { folderQuery } from '../../../api/files.ts';

/** Returns the cached names in a folder. The server has the final say. */
export function useTakenNames(folder: string): ReadonlySet<string> {
  const { data } = useQuery({ ...folderQuery(`${folder}/`), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ name }) => name)), [data]);
}
