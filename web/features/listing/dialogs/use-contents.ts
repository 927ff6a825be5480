import type { Entry } from '#contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import { type Contents, countContents, visibleContents } from './count-contents.ts';

type Counting =
  | { readonly status: 'counting' | 'complete' | 'stopped'; readonly sum: Contents }
  | { readonly status: 'failed'; readonly sum: Contents; readonly failure: unknown };

/** Computes totals while the component is mounted, until stopped. Includes the contents of folders. */
export function useContents(entries: readonly Entry[]) {
  const [counting, setCounting] = useState(() => beginning(entries));
  const running = useRef<AbortController>(undefined);

  useEffect(() => {
    running.current = startCounting(entries, setCounting);
    return () => running.current?.abort();
  }, [entries]);

  return {
    counting,
    stop: () => running.current?.abort(),
    again: () => {
      setCounting(beginning(entries));
      running.current = startCounting(entries, setCounting);
    },
  };
}

function beginning(entries: readonly Entry[]): Counting {
  const nothing = { files: 0, folders: 0, size: 0 };
  return { status: 'counting', sum: entries.length === 1 ? nothing : visibleContents(entries) };
}

/** Returns what stops it. */
function startCounting(
  entries: readonly Entry[],
  tell: (counting: Counting) => void,
): AbortController {
  const aborted = new AbortController();
  let { sum } = beginning(entries);
  const onSum = (next: Contents) => {
    sum = next;
    tell({ status: 'counting', sum });
  };
  countContents(entries, sum, onSum, aborted.signal).then(
    () => tell({ status: 'complete', sum }),
    (failure: unknown) => {
      tell(
        aborted.signal.aborted ? { status: 'stopped', sum } : { status: 'failed', sum, failure },
      );
      // Cancels counting the remaining folders.
      aborted.abort();
    },
  );
  return aborted;
}
