import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../../../api/files.ts';
import { folderOf } from '../place-of.ts';

/**
 * Reads a folder again after an act, then calls `onShown` when the page has what was read: what an act has shown
 * beforehand must not be taken back a moment earlier.
 */
export async function readAnew(
  queries: QueryClient,
  folder: string,
  onShown: () => void,
): Promise<void> {
  const { queryKey } = folderQuery(`${folderOf(folder)}/`);
  // Nobody is there: it would show what was before when somebody comes.
  queries.removeQueries({ queryKey, exact: true, type: 'inactive' });
  await queries.invalidateQueries({ queryKey, exact: true });
  notifyManager.schedule(onShown);
}
