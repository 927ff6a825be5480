import { useEffect, useLayoutEffect } from 'react';
import { fetchNextTypeface, showNextTypeface } from '../../ui/next-typeface.ts';
import type { ShareSessionState } from './share-session.ts';

/** Delay after the first content, whose pictures are requested before the typeface. */
const AFTER_CONTENT_MS = 200;

/** Fetches the typeface after the first content, and shows it as soon as other content replaces the present one. */
export function useTypeface(state: ShareSessionState): void {
  const content = contentOf(state);
  const isFirstShown = content !== undefined;
  useLayoutEffect(showNextTypeface, [content]);
  useEffect(() => {
    if (!isFirstShown) return undefined;
    const timer = setTimeout(
      () => void fetchNextTypeface(document.documentElement.lang),
      AFTER_CONTENT_MS,
    );
    return () => clearTimeout(timer);
  }, [isFirstShown]);
}

/** Returns what fills the page; undefined until the first response. */
function contentOf({ shown, obstacle }: ShareSessionState): string | undefined {
  // The item stays visible behind the password dialog.
  const isCovered = obstacle !== undefined && (obstacle.kind !== 'password' || !shown);
  return isCovered ? obstacle.kind : shown?.location.path;
}
