/** Interval of the measurement, in milliseconds. */
export const SAMPLE_INTERVAL_MS = 1_000;
/** Number of samples whose mean counts. */
const SAMPLES_KEPT = 5;
/** Weight of the newest mean. The rest is the weight of the previous value. */
const NEWEST_WEIGHT = 0.2;

/** Measured upload speed. */
export interface SpeedMeter {
  /** Bytes per second of the last samples, newest last. */
  readonly samples: readonly number[];
  /** Smoothed speed for display. */
  readonly bytesPerSecond: number;
  readonly bytes: number;
  readonly atMs: number;
}

/** Creates a meter. `bytes` is the number of bytes sent so far, and `atMs` the present time in milliseconds since 1970. */
export function startSpeedMeter(bytes: number, atMs: number): SpeedMeter {
  return { samples: [], bytesPerSecond: 0, bytes, atMs };
}

/** Adds a sample. Must be called once per SAMPLE_INTERVAL_MS with the total number of sent bytes. */
export function sampleSpeed(meter: SpeedMeter, bytes: number, atMs: number): SpeedMeter {
  const seconds = (atMs - meter.atMs) / 1_000;
  if (seconds <= 0) return meter;
  // The total decreases when an upload is cancelled, which is not negative speed.
  const newest = Math.max(0, bytes - meter.bytes) / seconds;
  const samples = [...meter.samples, newest].slice(-SAMPLES_KEPT);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const isFirst = meter.samples.length === 0;
  const bytesPerSecond = isFirst
    ? mean
    : NEWEST_WEIGHT * mean + (1 - NEWEST_WEIGHT) * meter.bytesPerSecond;
  return { samples, bytesPerSecond, bytes, atMs };
}

/** Excludes bytes that were sent during an earlier page load. */
export function withoutResumed(meter: SpeedMeter, resumedBytes: number): SpeedMeter {
  return { ...meter, bytes: meter.bytes + resumedBytes };
}

/** Returns the whole seconds until `bytesLeft` are sent; undefined without progress. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number): number | undefined {
  if (bytesPerSecond < 1) return undefined;
  return Math.ceil(bytesLeft / bytesPerSecond);
}

/** Formats hh:mm:ss; --:--:-- if unknown or too long. */
export function formatTimeLeft(seconds: number | undefined): string {
  if (seconds === undefined || seconds >= 100 * 3_600) return '--:--:--';
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
}
