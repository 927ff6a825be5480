import type { Entry } from '#contract/files.ts';
import { useEffect } from 'react';
import { viewerOf } from './viewers/viewer-of.ts';

/** Delay that lets the current file load first. */
const AFTER_MS = 300;

/** Preloads the neighbouring files, the next one first. */
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
  // A failed load is repeated when the file is opened.
  kind.load().catch(() => {});
  kind.preload?.(entry);
}
