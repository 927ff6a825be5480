import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/** More rows are loaded when a row this close to the end is rendered. */
const ROWS_AHEAD = 20;

/** Calls `load` when one of the last rows is rendered, and again after each page until none is. */
export function useLoadAtEnd({
  lastSeen,
  count,
  isReady,
  load,
}: {
  /** Index of the last rendered row; -1 for none. */
  lastSeen: number;
  count: number;
  /** True if more rows exist and none are loading. */
  isReady: boolean;
  load(): void;
}): void {
  const isNear = isReady && lastSeen >= 0 && lastSeen >= count - ROWS_AHEAD;
  const latest = useLatest(load);
  useEffect(() => {
    if (isNear) latest()();
  }, [isNear, latest]);
}
