import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { folderQuery } from '../../../api/files.ts';

/** The names in a folder, from what is known already: the server has the last word. */
export function useTakenNames(folder: string): ReadonlySet<string> {
  const { data } = useQuery({ ...folderQuery(`${folder}/`), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ name }) => name)), [data]);
}
