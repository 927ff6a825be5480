import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a stable function that returns the latest value. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
