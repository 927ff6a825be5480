/** Key in the storage of the browser. Set when the browser has the typeface in its cache. */
export const TYPEFACE_KEY = 'typeface';
