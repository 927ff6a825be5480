// Apart from files.ts, so that a worker thread can read the rule without loading the schema library.

/**
 * Beginning of the names of temporary files: partial uploads and unfinished writes. They are never listed and have no
 * address.
 */
export const TEMPORARY_NAME_PREFIX = '.filebrowser-';
export const TEMPORARY_NAME_SUFFIX = '.part';

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_NAME_PREFIX) && name.endsWith(TEMPORARY_NAME_SUFFIX);
}
