/*
 * Media queries for the width of the window. Style sheets use them as custom media queries: `@media (--narrow)` means
 * `NARROW` (see `customMedia` in vite.config.ts).
 */

/** Smallest supported phones. */
export const SMALL_PHONE = '(max-width: 360px)';

/** Phone in portrait: too narrow for names side by side. */
export const PHONE = '(max-width: 480px)';

/** Window in which the sidebar is a drawer and the actions of the selection are at the bottom. */
export const NARROW = '(max-width: 736px)';
export const WIDE = '(min-width: 737px)';

/** Window in which tables become lists of cards, such as a tablet in portrait. */
export const CARDS = '(max-width: 1023px)';
export const TABLES = '(min-width: 1024px)';

/** Window in which wide tables have smaller columns. */
export const COMPACT_TABLES = '(max-width: 1100px)';

/** Window in which the sidebar leaves little space for the content. */
export const COMPACT = '(max-width: 1180px)';
export const SPACIOUS = '(min-width: 1181px)';
