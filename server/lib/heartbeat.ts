/** Indexes in the memory that a worker thread shares with its pool. */
const BEATS = 0;
const CURRENT_WORK = 1;

/** Number that no call or task has. */
export const NO_WORK = 0;

let own: Int32Array | undefined;

/** Creates the shared memory of a thread. The pool sends it before the first call or task. */
export function createHeartbeat(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Stores the shared memory in the worker. The first beat reports that the modules are loaded. */
export function receiveHeartbeat(shared: SharedArrayBuffer): void {
  own = new Int32Array(shared);
  beat();
}

/**
 * Reports progress of this thread. Called between the system calls of long work: a thread without progress for longer than the
 * deadline of its work counts as stuck. Does nothing outside of worker threads.
 */
export function beat(): void {
  if (own !== undefined) Atomics.add(own, BEATS, 1);
}

/** Sets the call or task that this thread works on, and reports progress. */
export function setCurrentWork(id: number): void {
  if (own === undefined) return;
  Atomics.store(own, CURRENT_WORK, id);
  Atomics.add(own, BEATS, 1);
}

/** Reads the heartbeat of a worker in the thread that started it. */
export class HeartbeatMonitor {
  readonly #shared: Int32Array;
  #beats = 0;
  #quietSince = performance.now();

  constructor(shared: SharedArrayBuffer) {
    this.#shared = new Int32Array(shared);
  }

  /** False while the worker loads its modules. */
  get isUp(): boolean {
    return Atomics.load(this.#shared, BEATS) !== 0;
  }

  /** Number of the call or task that the thread works on; NO_WORK while it has none. */
  get currentWork(): number {
    return Atomics.load(this.#shared, CURRENT_WORK);
  }

  /** Starts measuring when an idle thread gets work. `now` is the time of `performance.now`. */
  restart(now: number): void {
    this.#beats = Atomics.load(this.#shared, BEATS);
    this.#quietSince = now;
  }

  /** Returns the milliseconds since progress of the thread was last noticed, by this method or `restart`. */
  quietMs(now: number): number {
    const beats = Atomics.load(this.#shared, BEATS);
    if (beats !== this.#beats) {
      this.#beats = beats;
      this.#quietSince = now;
    }
    return now - this.#quietSince;
  }
}
