const DEFAULT_THREADS = 4;
const MAX_THREADS = 1_024;

/** Returns the number of threads in libuv's pool, which libuv reads when it starts the pool. The launcher sets it. */
export function threadPoolSize(): number {
  const given = Number.parseInt(process.env.UV_THREADPOOL_SIZE ?? '', 10);
  return given > 0 ? Math.min(given, MAX_THREADS) : DEFAULT_THREADS;
}
