export const SAMPLE_INTERVAL_MS = 1_000;
const SAMPLES_KEPT = 5;
/** How much the newest mean counts; the rest is what was shown before (SPEC.md §9). */
const NEWEST_WEIGHT = 0.2;

/** How fast bytes have gone out lately. */
export interface SpeedMeter {
  /** Bytes per second of the last samples, the newest last. */
  readonly samples: readonly number[];
  /** Smoothed, for showing. */
  readonly bytesPerSecond: number;
  readonly bytes: number;
  readonly atMs: number;
}

export function startSpeedMeter(bytes: number, atMs: number): SpeedMeter {
  return { samples: [], bytesPerSecond: 0, bytes, atMs };
}

/** To be called once per SAMPLE_INTERVAL_MS with the sum of bytes sent so far. */
export function sampleSpeed(meter: SpeedMeter, bytes: number, atMs: number): SpeedMeter {
  const seconds = (atMs - meter.atMs) / 1_000;
  if (seconds <= 0) return meter;
  // The sum falls when an upload is cancelled; nothing has gone backwards on the wire.
  const newest = Math.max(0, bytes - meter.bytes) / seconds;
  const samples = [...meter.samples, newest].slice(-SAMPLES_KEPT);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const isFirst = meter.samples.length === 0;
  const bytesPerSecond = isFirst
    ? mean
    : NEWEST_WEIGHT * mean + (1 - NEWEST_WEIGHT) * meter.bytesPerSecond;
  return { samples, bytesPerSecond, bytes, atMs };
}

/** Bytes that were there already have not gone out now. */
export function withoutResumed(meter: SpeedMeter, resumedBytes: number): SpeedMeter {
  return { ...meter, bytes: meter.bytes + resumedBytes };
}

/** Whole seconds until `bytesLeft` are sent; undefined when nothing moves. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number): number | undefined {
  if (bytesPerSecond < 1) return undefined;
  return Math.ceil(bytesLeft / bytesPerSecond);
}

/** hh:mm:ss, or --:--:-- when it is not known or would not fit. */
export function formatTimeLeft(seconds: number | undefined): string {
  if (seconds === undefined || seconds >= 100 * 3_600) return '--:--:--';
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
}
