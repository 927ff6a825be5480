import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { folderQuery } from '../../../api/files.ts';

/** Returns the names in a folder as far as they are cached. The server checks them again. */
export function useTakenNames(folder: string): ReadonlySet<string> {
  const { data } = useQuery({ ...folderQuery(`${folder}/`), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ name }) => name)), [data]);
}
