import type { Entry } from '#contract/files.ts';
import { useEffect } from 'react';
import { viewerOf } from './viewers/viewer-of.ts';

/** What is shown now comes first. */
const AFTER_MS = 300;

/** Gets the neighbours ready while the present file is looked at, the next one first. */
export function usePreload(
  next: Entry | undefined,
  previous: Entry | undefined,
  mayDownload: boolean,
): void {
  useEffect(() => {
    if (!mayDownload) return undefined;
    const timer = window.setTimeout(() => {
      for (const entry of [next, previous]) if (entry) preload(entry);
    }, AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [next, previous, mayDownload]);
}

function preload(entry: Entry): void {
  const kind = viewerOf(entry);
  // Whoever fails here is asked for again when it is needed.
  kind.load().catch(() => {});
  kind.preload?.(entry);
}
