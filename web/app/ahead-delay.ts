/** Delay before preloading, so that it does not compete with the first listing. */
export const AHEAD_DELAY_MS = 1_500;
