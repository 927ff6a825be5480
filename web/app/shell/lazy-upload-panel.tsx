import { lazy, Suspense, useEffect, useState } from 'react';
import { withWords } from '../../i18n/words.ts';
import { pause } from '../../lib/pause.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { AHEAD_DELAY_MS } from '../ahead-delay.ts';

/** What a bad line swallows is asked for again, later each time. Milliseconds. */
const PAUSES = [1_000, 4_000, 15_000];

const UploadPanel = lazy(async () => {
  for (const wait of PAUSES) {
    try {
      return await load();
    } catch {
      await pause(wait);
    }
  }
  return load();
});

/** Once something is sent, the line may be gone before the panel has come. */
export async function loadUploadPanel(): Promise<void> {
  await load();
}

async function load() {
  const part = import('../../features/upload-panel/upload-panel.tsx');
  return { default: (await withWords('files', part)).UploadPanel };
}

/** Uploads go on wherever the user goes, so their panel belongs to the frame; with its words it comes after the first listing, which has the line for itself. */
export function LazyUploadPanel() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), AHEAD_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    // Without its script there is no panel, but uploads go on and tell how they ended.
    <FailureBoundary onFailure={() => {}}>
      <Suspense fallback={null}>
        <UploadPanel />
      </Suspense>
    </FailureBoundary>
  );
}
