import { lazy, Suspense } from 'react';

const UploadPanel = lazy(async () => ({
  default: (await import('../../features/upload-panel/upload-panel.tsx')).UploadPanel,
}));

/** Uploads go on wherever the user goes, so their panel belongs to the frame; the first picture waits not for it. */
export function LazyUploadPanel() {
  return (
    <Suspense fallback={null}>
      <UploadPanel />
    </Suspense>
  );
}
