/** Places in the memory that a worker thread shares with the pool that started it. */
const BEATS = 0;
const CURRENT_JOB = 1;

/** No job has this number. */
export const NO_JOB = 0;

let own: Int32Array | undefined;

/** Makes the shared memory of one thread, to be sent to it before its first job. */
export function createHeartbeat(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Called in the worker with what the pool has sent. The first beat says that its modules are loaded. */
export function receiveHeartbeat(shared: SharedArrayBuffer): void {
  own = new Int32Array(shared);
  beat();
}

/**
 * Says that this thread makes progress. Called in worker threads, between system calls of long jobs: a thread that is silent
 * for longer than its job's deadline counts as stuck. Does nothing in other threads.
 */
export function beat(): void {
  if (own !== undefined) Atomics.add(own, BEATS, 1);
}

/** Notes which job this thread works on, and beats. */
export function setCurrentJob(id: number): void {
  if (own === undefined) return;
  Atomics.store(own, CURRENT_JOB, id);
  Atomics.add(own, BEATS, 1);
}

/** Reads the pulse of a worker, in the thread that started it. */
export class HeartbeatMonitor {
  readonly #shared: Int32Array;
  #beats = 0;
  #quietSince = performance.now();

  constructor(shared: SharedArrayBuffer) {
    this.#shared = new Int32Array(shared);
  }

  /** False while the worker is loading its modules. */
  get isUp(): boolean {
    return Atomics.load(this.#shared, BEATS) !== 0;
  }

  /** The job that the thread works on; NO_JOB before the first one. */
  get currentJob(): number {
    return Atomics.load(this.#shared, CURRENT_JOB);
  }

  /** Called when a thread that was idle gets work: until then its silence means nothing. */
  restart(now: number): void {
    this.#beats = Atomics.load(this.#shared, BEATS);
    this.#quietSince = now;
  }

  /** Milliseconds since the thread was last seen to make progress. */
  quietMs(now: number): number {
    const beats = Atomics.load(this.#shared, BEATS);
    if (beats !== this.#beats) {
      this.#beats = beats;
      this.#quietSince = now;
    }
    return now - this.#quietSince;
  }
}
