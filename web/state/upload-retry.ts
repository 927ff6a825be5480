/** Limits of the delay before a retry, in milliseconds, and the size of chunks for an invalid setting, in bytes. */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 20_000;
const FALLBACK_CHUNK_SIZE = 1_048_576;

/** Returns the delays before each retry in milliseconds: 0, then one second, doubling up to twenty seconds. */
export function retryDelays(retryCount: number): number[] {
  const count = Number.isInteger(retryCount) && retryCount > 0 ? retryCount : 0;
  return Array.from({ length: count }, (_, attempt) =>
    // The exponent is limited, because 2 ** 65535 is infinite.
    attempt === 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 5)),
  );
}

/** Returns bytes per request. A setting of 0 sends the whole file at once; an invalid one means 1 MiB. */
export function chunkSizeOf(setting: number): number {
  if (setting === 0) return Number.POSITIVE_INFINITY;
  return Number.isSafeInteger(setting) && setting > 0 ? setting : FALLBACK_CHUNK_SIZE;
}

/**
 * Returns true if a retry may succeed. `status` 0 means that no response arrived. A 409 means that the offset changed
 * after a lost response, and the next attempt requests it; during creation it means that the name exists. A 460 means
 * that the bytes were damaged on their way.
 */
export function isWorthRetrying(status: number, { isCreation }: { isCreation: boolean }): boolean {
  if (status === 409) return !isCreation;
  // 507: a full disk stays full for longer than a retry.
  return status === 0 || status === 423 || status === 460 || (status >= 500 && status !== 507);
}
