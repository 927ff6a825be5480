import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operationsQuery } from '../../api/operations.ts';
import { type OperationProgress, progressOf } from '../../state/operation-progress.ts';
import type { RunningOperation } from '../../state/running-operations.ts';
import { sampleSpeed, secondsLeft, startSpeedMeter } from '../../state/upload-speed.ts';

const ASK_INTERVAL_MS = 1_000;
/** Resolution of the progress measurement, which counts whole units. */
const UNITS = 1_000_000_000;

export interface MeasuredProgress extends OperationProgress {
  /** Undefined if it cannot be estimated. */
  readonly secondsLeft: number | undefined;
}

/** Polls the progress of an operation once a second. */
export function useOperationProgress(operation: RunningOperation): MeasuredProgress {
  const { data, dataUpdatedAt } = useQuery({
    ...operationsQuery,
    refetchInterval: ASK_INTERVAL_MS,
    // Cached progress is older than this operation.
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
