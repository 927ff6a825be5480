import { session } from '../../state/session.ts';
import type { UploadStore } from '../../state/upload-store.ts';

/**
 * Uploads belong to whoever began them: they wait while nobody is signed in, go on when the same user comes
 * back, and are forgotten when somebody else does. Returns how to stop following.
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
