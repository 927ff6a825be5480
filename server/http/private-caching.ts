/** `Cache-Control` of what means something else for each user at the same address: browsers ask before they use a cached reply. */
export const PRIVATE = 'private, no-cache';
/** Request headers that identify the user or the share visitor. */
export const VARY_BY_USER = 'Cookie, X-Auth, X-Share-Password';
