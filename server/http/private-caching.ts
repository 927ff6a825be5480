/** `Cache-Control` of replies that differ by user at the same address: only browsers store them, and ask before they use them again. */
export const PRIVATE = 'private, no-cache';
/** `Vary` of such replies: the request headers that identify the user or visitor. */
export const VARY_BY_USER = 'Cookie, X-Auth, X-Share-Password';
