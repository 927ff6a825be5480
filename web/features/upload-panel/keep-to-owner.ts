import { session } from '../../state/session.ts';
import type { UploadStore } from '../../state/upload-store.ts';

/**
 * Resumes uploads when their owner logs in again, and drops them when another user logs in. The upload store pauses them
 * itself when the server answers 401. Returns a function that stops this.
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
