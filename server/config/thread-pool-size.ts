const DEFAULT_THREADS = 4;
const MAX_THREADS = 1_024;

/**
 * Returns the number of threads of libuv's pool, as libuv reads it from UV_THREADPOOL_SIZE: 4 if unset, 1 for 0 and for text that is no number.
 * The launcher sets the variable to 32 unless it has a value.
 */
export function threadPoolSize(): number {
  const { UV_THREADPOOL_SIZE: text } = process.env;
  if (text === undefined) return DEFAULT_THREADS;
  const given = Number.parseInt(text, 10);
  return given > 0 ? Math.min(given, MAX_THREADS) : 1;
}
