import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Family } from './exposition.ts';

/** Resolution of the delay measurement. It measures the time between two ticks. */
const EVERY_MS = 20;

/** Resources of this process, and the delay of its event loop. */
export class ProcessMetrics {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: EVERY_MS });

  constructor() {
    this.#delay.enable();
  }

  stop(): void {
    this.#delay.disable();
  }

  /** Returns the metrics. The delay covers the time since the last call. */
  families(): Family[] {
    const { user, system } = process.cpuUsage();
    const [waitedMost, waitedOften] = [this.#delay.max, this.#delay.percentile(99)].map(lateness);
    this.#delay.reset();
    return [
      gauge('process_start_time_seconds', 'Start time of the process.', startedAtSeconds()),
      gauge('process_resident_memory_bytes', 'Memory of all threads.', process.memoryUsage.rss()),
      {
        name: 'process_cpu_seconds_total',
        type: 'counter',
        help: 'Processor time of all threads.',
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge(
        'filebrowser_event_loop_delay_max_seconds',
        'Longest delay of the main thread since the last reading.',
        waitedMost,
      ),
      gauge(
        'filebrowser_event_loop_delay_p99_seconds',
        '99th percentile of the delays of the main thread since the last reading.',
        waitedOften,
      ),
    ];
  }
}

export function gauge(name: string, help: string, value: number | undefined): Family {
  return { name, type: 'gauge', help, samples: value === undefined ? [] : [{ value }] };
}

/** Returns the delay; values before the first tick have no meaning. */
function lateness(betweenNs: number): number {
  return Math.max(0, betweenNs / 1e9 - EVERY_MS / 1e3);
}

function startedAtSeconds(): number {
  return Math.round(Date.now() / 1_000 - process.uptime());
}
