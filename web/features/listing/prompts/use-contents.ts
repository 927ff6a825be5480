import type { Entry } from '#contract/files.ts';
import { useEffect, useState } from 'react';
import { type Contents, countContents, visibleContents } from './count-contents.ts';

type Counting =
  | { readonly status: 'counting'; readonly sum: Contents }
  | { readonly status: 'complete'; readonly sum: Contents }
  | { readonly status: 'stopped'; readonly sum: Contents }
  | { readonly status: 'failed'; readonly sum: Contents; readonly failure: unknown };

/**
 * Counts as long as it is shown, until it is told to stop. A single folder is asked for what it holds; of several entries,
 * the folders among them count as well.
 */
export function useContents(entries: readonly Entry[]) {
  const [turn, setTurn] = useState(0);
  const [controller, setController] = useState<AbortController>();
  const [counting, setCounting] = useState<Counting>(() => ({
    status: 'counting',
    sum: startOf(entries),
  }));

  useEffect(() => {
    const aborted = new AbortController();
    setController(aborted);
    let sum = startOf(entries);
    setCounting({ status: 'counting', sum });
    const onSum = (next: Contents) => {
      sum = next;
      setCounting({ status: 'counting', sum });
    };
    countContents(entries, sum, onSum, aborted.signal).then(
      () => setCounting({ status: 'complete', sum }),
      (failure: unknown) => {
        const isStopped = aborted.signal.aborted;
        setCounting(isStopped ? { status: 'stopped', sum } : { status: 'failed', sum, failure });
        aborted.abort();
      },
    );
    return () => aborted.abort();
  }, [entries, turn]);

  return {
    counting,
    stop: () => controller?.abort(),
    again: () => setTurn(turn + 1),
  };
}

function startOf(entries: readonly Entry[]): Contents {
  return entries.length === 1 ? { files: 0, folders: 0, size: 0 } : visibleContents(entries);
}
