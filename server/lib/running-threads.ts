/** A thread of this process that does jobs for others. */
export interface RunningThread {
  /** By the file it runs. */
  readonly kind: string;
  /** Given to it and not answered yet. */
  jobs(): number;
}

const running = new Set<RunningThread>();

/** To be called with each thread of a pool; what it returns, when the thread has ended. */
export function registerThread(url: URL, jobs: () => number): () => void {
  const kind = /([^/]+?)(?:-worker)?\.[cm]?[jt]s$/.exec(url.pathname)?.[1] ?? 'other';
  const thread = { kind, jobs };
  running.add(thread);
  return () => void running.delete(thread);
}

/** Those of all pools: threads are the process's, whoever has started them. */
export function runningThreads(): readonly RunningThread[] {
  return [...running];
}
