import { createContext, use, useContext, useSyncExternalStore } from 'react';
import type { UploadSnapshot } from '../../state/upload-snapshot.ts';
import type { UploadStore } from '../../state/upload-store.ts';

/** Uploads of this page, whose code loads after the first listing or with the first upload. */
export interface PageUploads {
  /** Returns the same promise until loading fails; the next call tries again. */
  load(): Promise<UploadStore>;
}

export const UploadsContext = createContext<PageUploads | undefined>(undefined);

/** Returns the uploads of this page, which may not be loaded yet. */
export function usePageUploads(): PageUploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('There are no uploads outside of UploadsProvider.');
  return uploads;
}

/** Returns the uploads of this page. Suspends until they are loaded. */
export function useUploads(): UploadStore {
  return use(usePageUploads().load());
}

/** Returns the state of the uploads and follows its changes. */
export function useUploadSnapshot(): UploadSnapshot {
  const store = useUploads();
  return useSyncExternalStore(store.subscribe, store.current);
}
