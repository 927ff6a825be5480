import { useEffect, useState } from 'react';

export type Answer<Data> =
  | { readonly state: 'waiting' }
  | { readonly state: 'there'; readonly data: Data }
  | { readonly state: 'failed' };

const WAITING = { state: 'waiting' } as const;

/** Loads data once per key, and cancels requests that are no longer needed. */
export function useAnswer<Data>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Data>,
): Answer<Data> {
  const [answer, setAnswer] = useState<Answer<Data>>(WAITING);
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(
      (data) => stop.signal.aborted || setAnswer({ state: 'there', data }),
      () => stop.signal.aborted || setAnswer({ state: 'failed' }),
    );
    return () => {
      stop.abort();
      setAnswer(WAITING);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says what is asked for
  }, [key]);
  return answer;
}
