import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UploadSnapshot } from '../../state/upload-snapshot.ts';
import type { UploadStore } from '../../state/upload-store.ts';

export const UploadsContext = createContext<UploadStore | undefined>(undefined);

/** Returns the uploads of this page. */
export function useUploads(): UploadStore {
  const store = useContext(UploadsContext);
  if (!store) throw new Error('There are no uploads outside of UploadsProvider.');
  return store;
}

/** Returns the state of the uploads and follows its changes. */
export function useUploadSnapshot(): UploadSnapshot {
  const store = useUploads();
  return useSyncExternalStore(store.subscribe, store.current);
}
