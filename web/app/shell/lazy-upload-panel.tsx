import { lazy, useState } from 'react';
import { type PageUploads, usePageUploads } from '../../features/upload-panel/uploads-context.ts';
import { withMessages } from '../../i18n/messages.ts';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useDelayedLoad } from '../use-delayed-load.ts';

/** Loads the panel and the uploads that it shows. */
async function loadWith(uploads: PageUploads) {
  return (await Promise.all([load(), uploads.load()]))[0];
}

/** Loads the panel before uploads start, because the connection may be lost later. */
export async function loadUploadPanel(): Promise<void> {
  await load();
}

async function load() {
  const part = import('../../features/upload-panel/upload-panel.tsx');
  return { default: (await withMessages('files', part)).UploadPanel };
}

/** Upload panel of the page frame, which survives navigation. It loads after the first listing. */
export function LazyUploadPanel() {
  const uploads = usePageUploads();
  const [UploadPanel] = useState(() => lazy(() => loadPatiently(() => loadWith(uploads))));
  const [isDue] = useDelayedLoad();
  if (!isDue) return null;
  return (
    // Uploads continue and report their end even if the panel cannot be loaded.
    <LatePart>
      <UploadPanel />
    </LatePart>
  );
}
