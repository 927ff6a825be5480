const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 20_000;
const FALLBACK_CHUNK_SIZE = 1_048_576;

/** Milliseconds to wait before each further try: at once, then a second, doubling up to twenty (SPEC.md §9). */
export function retryDelays(retryCount: number): number[] {
  const count = Number.isInteger(retryCount) && retryCount > 0 ? retryCount : 0;
  return Array.from({ length: count }, (_, attempt) =>
    // Capped before the power is taken: 2 ** 65535 is no number.
    attempt === 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 5)),
  );
}

/** Bytes per request. 0 in the settings means the whole file at once; nonsense means 1 MiB. */
export function chunkSizeOf(setting: number): number {
  if (setting === 0) return Number.POSITIVE_INFINITY;
  return Number.isSafeInteger(setting) && setting > 0 ? setting : FALLBACK_CHUNK_SIZE;
}

/**
 * Whether trying again may help. `status` 0 means that no answer came. A 409 is an offset that moved while a
 * reply was lost, and the next try asks for it; but while creating it says that the name is taken.
 */
export function isWorthRetrying(status: number, { isCreation }: { isCreation: boolean }): boolean {
  if (status === 409) return !isCreation;
  // 507: a full disk does not empty itself within seconds.
  return status === 0 || status === 423 || (status >= 500 && status !== 507);
}
