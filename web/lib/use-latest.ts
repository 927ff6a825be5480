import { useCallback, useLayoutEffect, useRef } from 'react';

/** Tells the newest value to handlers that were made when it was another. Always the same function. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
