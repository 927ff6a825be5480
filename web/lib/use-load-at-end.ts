import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/** Number of rows before the last one from which more are loaded. */
const ROWS_AHEAD = 20;

/** Calls `load` when one of the last rows comes into view, and again after each page that leaves it there. */
export function useLoadAtEnd({
  lastSeen,
  count,
  isReady,
  load,
}: {
  /** Index of the last row that is drawn; -1 when none is. */
  lastSeen: number;
  count: number;
  /** More rows exist, and none are being loaded. */
  isReady: boolean;
  load(): void;
}): void {
  const isNear = isReady && lastSeen >= 0 && lastSeen >= count - ROWS_AHEAD;
  const latest = useLatest(load);
  useEffect(() => {
    if (isNear) latest()();
  }, [isNear, latest]);
}
