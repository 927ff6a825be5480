import { session } from '../../state/session.ts';
import type { UploadStore } from '../../state/upload-store.ts';

/**
 * Pauses uploads while no user is logged in, resumes them when the same user returns, and drops them when another
 * user logs in. Returns a function that stops it.
 */
export function keepToOwner(store: Pick<UploadStore, 'resume' | 'abortAll'>): () => void {
  let owner = session.getState().user?.id;
  return session.subscribe(({ user }, before) => {
    if (!user || before.user?.id === user.id) return;
    if (owner === user.id) store.resume();
    else if (owner !== undefined) store.abortAll();
    owner = user.id;
  });
}
