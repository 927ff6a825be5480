import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operationsQuery } from '../../api/operations.ts';
import { type ActProgress, progressOf } from '../../state/act-progress.ts';
import type { RunningAct } from '../../state/acts.ts';
import { sampleSpeed, secondsLeft, startSpeedMeter } from '../../state/upload-speed.ts';

const ASK_INTERVAL_MS = 1_000;
/** The meter counts in whole units, and one act is never done in one of them. */
const UNITS = 1_000_000_000;

export interface MeasuredProgress extends ActProgress {
  /** Undefined when it cannot be told. */
  readonly secondsLeft: number | undefined;
}

/** How far an act is, asked of the server once a second. */
export function useActProgress(act: RunningAct): MeasuredProgress {
  const { data, dataUpdatedAt } = useQuery({
    ...operationsQuery,
    refetchInterval: ASK_INTERVAL_MS,
    // What was under way before this act began says nothing of it.
    staleTime: 0,
  });
  const progress = progressOf(act, data ?? []);
  const units = UNITS * progress.share;
  const [meter, setMeter] = useState(() => startSpeedMeter(units, Date.now()));
  useEffect(() => {
    setMeter((before) => sampleSpeed(before, units, Date.now()));
    // A sample is taken when the server has answered, not when the page is drawn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [dataUpdatedAt]);
  return { ...progress, secondsLeft: secondsLeft(UNITS - units, meter.bytesPerSecond) };
}
