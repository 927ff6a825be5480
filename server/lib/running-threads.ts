/** A worker thread of this process. */
export interface RunningThread {
  /** Name of the module that it runs. */
  readonly kind: string;
  /** Returns the number of jobs that it was given and has not answered. */
  jobs(): number;
}

const running = new Set<RunningThread>();

/** Registers a thread of a pool. Returns the function that removes it when the thread has ended. */
export function registerThread(url: URL, jobs: () => number): () => void {
  const kind = /([^/]+?)(?:-worker)?\.[cm]?[jt]s$/.exec(url.pathname)?.[1] ?? 'other';
  const thread = { kind, jobs };
  running.add(thread);
  return () => void running.delete(thread);
}

/** Returns the threads of all pools of this process. */
export function runningThreads(): readonly RunningThread[] {
  return [...running];
}
