import { ApiError } from '../api/http.ts';
import { noteAppeared, vacated } from './change-entries.ts';

/**
 * Creates an entry under a name that one that is being deleted or renamed may still have on the server, although the page
 * does not show it any more. Waits for the end of such a change if the name is taken. Throws what `create` throws.
 */
export async function createReusing(path: string, create: () => Promise<void>): Promise<void> {
  const isVacated = vacated(path);
  try {
    await create();
  } catch (failure) {
    if (!(failure instanceof ApiError) || (failure.status !== 409 && failure.status !== 423))
      throw failure;
    if (isVacated === undefined) throw failure;
    await isVacated;
    await create();
  }
  noteAppeared([path]);
}
