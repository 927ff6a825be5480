// Apart from files.ts, so that a worker thread can read the rule without loading the schema library.

/** Names beginning so are parts of unfinished uploads and writes: never listed, never addressable. */
export const HIDDEN_PART_PREFIX = '.filebrowser-';
export const HIDDEN_PART_SUFFIX = '.part';

export function isHiddenPart(name: string): boolean {
  return name.startsWith(HIDDEN_PART_PREFIX) && name.endsWith(HIDDEN_PART_SUFFIX);
}
