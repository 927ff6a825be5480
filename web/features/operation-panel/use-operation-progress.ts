import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operationsQuery } from '../../api/operations.ts';
import { type OperationProgress, progressOf } from '../../state/operation-progress.ts';
import type { RunningOperation } from '../../state/running-operations.ts';
import { sampleSpeed, secondsLeft, startSpeedMeter } from '../../state/upload-speed.ts';

const ASK_INTERVAL_MS = 1_000;
/** The meter counts in whole units, and one operation is never done in one of them. */
const UNITS = 1_000_000_000;

export interface MeasuredProgress extends OperationProgress {
  /** Undefined when it cannot be told. */
  readonly secondsLeft: number | undefined;
}

/** How far an operation is, asked of the server once a second. */
export function useOperationProgress(operation: RunningOperation): MeasuredProgress {
  const { data, dataUpdatedAt } = useQuery({
    ...operationsQuery,
    refetchInterval: ASK_INTERVAL_MS,
    // What was under way before this operation began says nothing of it.
    staleTime: 0,
  });
  const progress = progressOf(operation, data ?? []);
  const units = UNITS * progress.share;
  const [meter, setMeter] = useState(() => startSpeedMeter(units, Date.now()));
  useEffect(() => {
    setMeter((before) => sampleSpeed(before, units, Date.now()));
    // A sample is taken when the server has answered, not when the page is drawn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [dataUpdatedAt]);
  return { ...progress, secondsLeft: secondsLeft(UNITS - units, meter.bytesPerSecond) };
}
