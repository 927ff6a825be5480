import {
  SAMPLE_INTERVAL_MS,
  sampleSpeed,
  type SpeedMeter,
  startSpeedMeter,
  withoutResumed,
} from './upload-speed.ts';

/** Measures the speed of a growing sum of bytes once a second. */
export class UploadMeter {
  readonly #bytesSent: () => number;
  readonly #onSample: () => void;
  #meter: SpeedMeter = startSpeedMeter(0, 0);
  #timer: ReturnType<typeof setInterval> | undefined;
  #isKnown = false;

  constructor(bytesSent: () => number, onSample: () => void) {
    this.#bytesSent = bytesSent;
    this.#onSample = onSample;
  }

  get bytesPerSecond(): number {
    return this.#meter.bytesPerSecond;
  }

  /** True since bytes were first measured. A later speed of 0 means that they no longer flow. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Does nothing if already running. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#meter = startSpeedMeter(this.#bytesSent(), Date.now());
    this.#timer = setInterval(() => {
      this.#meter = sampleSpeed(this.#meter, this.#bytesSent(), Date.now());
      this.#isKnown ||= this.#meter.bytesPerSecond > 0;
      this.#onSample();
    }, SAMPLE_INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#isKnown = false;
    this.#meter = startSpeedMeter(0, 0);
  }

  /** Excludes bytes that were not sent by this page, such as those of a resumed upload. */
  skip(bytes: number): void {
    this.#meter = withoutResumed(this.#meter, bytes);
  }
}
