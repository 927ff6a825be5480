import { threadPoolSize } from '../../config/thread-pool-size.ts';
import { storageNotAnswering } from '../../errors.ts';

export interface CallOptions {
  /** Milliseconds from handing in the call until the caller gets `not-answering`. */
  readonly deadlineMs: number;
  /** Runs the call when the device answers again, even if the caller has already got `not-answering`. For closing. */
  readonly mustRun?: boolean;
  /** Called once, when the call has ended or will never begin. Its resources may be used for something else then. */
  readonly onEnded?: () => void;
}

interface Call {
  readonly device: Device;
  /** Time at which the call was handed in, by `performance.now()`. */
  readonly since: number;
  readonly options: CallOptions;
  begin(): Promise<void>;
  /** True once the caller has got `not-answering`. The call may still run, or begin later. */
  isGivenUp: boolean;
  /** Rejects the caller's promise with `not-answering`. */
  readonly giveUp: () => void;
}

/** The calls on one file system, which its st_dev identifies. */
interface Device {
  readonly waiting: Set<Call>;
  /** Number of calls that occupy a thread. */
  running: number;
  /** Calls that run and have passed their deadline. */
  overdue: number;
}

/** Maximum number of threads for one device; more would not make a disk faster. */
const MAX_OF_ONE_DEVICE = 8;
/** Threads reserved for passwords, DNS lookups and compression, where the pool is large enough. */
const THREADS_KEPT_FREE = 8;
const WATCH_EVERY_MS = 100;

/**
 * Hands system calls to libuv's thread pool, which all file systems share with password hashing. A call on a device that does not
 * answer keeps its thread until the device answers. A device therefore gets at most half of the threads that the others leave free.
 */
export class DeviceCalls {
  readonly #maxThreads: number;
  readonly #devices = new Map<string, Device>();
  readonly #calls = new Set<Call>();
  #running = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(threads: number) {
    this.#maxThreads = Math.max(
      1,
      threads > 2 * THREADS_KEPT_FREE ? threads - THREADS_KEPT_FREE : threads - 1,
    );
  }

  /**
   * Runs `work`, an asynchronous system call on the device, when a thread is free for it. Rejects with `not-answering` at the deadline, or
   * at once when all threads of the device are stuck.
   */
  run<Result>(
    deviceId: string,
    work: () => Promise<Result>,
    options: CallOptions,
  ): Promise<Result> {
    const device = this.#deviceOf(deviceId);
    const isStuck =
      device.overdue > 0 && device.overdue === device.running && !this.#mayBegin(device);
    if (isStuck && options.mustRun !== true) {
      options.onEnded?.();
      return Promise.reject(storageNotAnswering());
    }
    return new Promise((resolve, reject) => {
      const call: Call = {
        device,
        since: performance.now(),
        options,
        isGivenUp: false,
        // Ends the call before its caller goes on, because callers close descriptors.
        begin: () =>
          work().then(
            (result) => {
              this.#end(call);
              resolve(result);
            },
            (error: unknown) => {
              this.#end(call);
              reject(error instanceof Error ? error : new Error(String(error)));
            },
          ),
        giveUp: () => reject(storageNotAnswering()),
      };
      this.#calls.add(call);
      this.#watch ??= setInterval(() => this.#giveUpOverdue(), WATCH_EVERY_MS).unref();
      if (this.#mayBegin(device)) this.#begin(call);
      else device.waiting.add(call);
      if (isStuck) this.#giveUp(call);
    });
  }

  #deviceOf(deviceId: string): Device {
    const known = this.#devices.get(deviceId);
    if (known !== undefined) return known;
    const device = { waiting: new Set<Call>(), running: 0, overdue: 0 };
    this.#devices.set(deviceId, device);
    return device;
  }

  /** Returns true if the device may occupy a further thread. */
  #mayBegin({ running }: Device): boolean {
    const left = this.#maxThreads - (this.#running - running);
    return running < MAX_OF_ONE_DEVICE && running < Math.ceil(left / 2);
  }

  #begin(call: Call): void {
    call.device.running += 1;
    this.#running += 1;
    void call.begin();
  }

  #end(call: Call): void {
    const { device } = call;
    this.#calls.delete(call);
    device.running -= 1;
    this.#running -= 1;
    if (call.isGivenUp) device.overdue -= 1;
    call.options.onEnded?.();
    this.#beginWaiting();
  }

  #beginWaiting(): void {
    for (const [id, device] of this.#devices) {
      for (const call of device.waiting) {
        if (!this.#mayBegin(device)) break;
        device.waiting.delete(call);
        // Calls that were given up while they waited count from now on, because they occupy a thread.
        if (call.isGivenUp) device.overdue += 1;
        this.#begin(call);
      }
      if (device.running === 0 && device.waiting.size === 0) this.#devices.delete(id);
    }
  }

  #giveUpOverdue(): void {
    const now = performance.now();
    for (const call of this.#calls) {
      if (!call.isGivenUp && now - call.since > call.options.deadlineMs) this.#giveUp(call);
    }
    if (this.#calls.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #giveUp(call: Call): void {
    call.isGivenUp = true;
    call.giveUp();
    if (!call.device.waiting.has(call)) {
      call.device.overdue += 1;
    } else if (call.options.mustRun !== true) {
      call.device.waiting.delete(call);
      this.#calls.delete(call);
      call.options.onEnded?.();
    }
  }
}

/** The calls of all drivers, because these share libuv's pool. */
export const deviceCalls = new DeviceCalls(threadPoolSize());
