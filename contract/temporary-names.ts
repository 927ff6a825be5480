// Apart from files.ts, so that a worker thread can read the rule without loading the schema library.

/** Names beginning so are parts of unfinished uploads and writes: never listed, never addressable. */
export const TEMPORARY_NAME_PREFIX = '.filebrowser-';
export const TEMPORARY_NAME_SUFFIX = '.part';

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_NAME_PREFIX) && name.endsWith(TEMPORARY_NAME_SUFFIX);
}
