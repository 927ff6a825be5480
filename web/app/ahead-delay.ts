/** Long enough for the first listing to have everything for itself. */
export const AHEAD_DELAY_MS = 1_500;
