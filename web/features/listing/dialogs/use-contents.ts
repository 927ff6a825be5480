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

/** Returns the count before the first response: nothing for one entry, and for several what the listing shows of them. */
function beginning(entries: readonly Entry[]): Counting {
  const nothing = { files: 0, folders: 0, size: 0 };
  return { status: 'counting', sum: entries.length === 1 ? nothing : visibleContents(entries) };
}

/** Counts the contents of entries on the server and reports the sum so far. Returns the controller that stops it. */
function startCounting(
  entries: readonly Entry[],
  report: (counting: Counting) => void,
): AbortController {
  const aborted = new AbortController();
  let { sum } = beginning(entries);
  const onSum = (next: Contents) => {
    sum = next;
    report({ status: 'counting', sum });
  };
  countContents(entries, sum, onSum, aborted.signal).then(
    () => report({ status: 'complete', sum }),
    (failure: unknown) => {
      report(
        aborted.signal.aborted ? { status: 'stopped', sum } : { status: 'failed', sum, failure },
      );
      // Cancels counting the remaining folders.
      aborted.abort();
    },
  );
  return aborted;
}
