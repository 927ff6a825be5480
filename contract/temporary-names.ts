// Not in files.ts, so that a worker thread can import it without loading the schema library.

/**
 * Beginning of the names of temporary files: partial uploads and unfinished writes. They are never listed and have no
 * address.
 */
export const TEMPORARY_NAME_PREFIX = '.filebrowser-';
export const TEMPORARY_NAME_SUFFIX = '.part';

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_NAME_PREFIX) && name.endsWith(TEMPORARY_NAME_SUFFIX);
}

/** Name of the folder at the top of each disk that holds deleted items. It is hidden like a temporary file. */
export const TRASH_NAME = `${TEMPORARY_NAME_PREFIX}trash${TEMPORARY_NAME_SUFFIX}`;

/** Returns the part of a path up to and including its trash folder; undefined for a path that is not in the trash. */
export function trashFolderIn<Path extends string>(path: Path): Path | undefined {
  const segment = `/${TRASH_NAME}`;
  // A name may begin with that of the folder.
  for (let at = path.indexOf(segment); at >= 0; at = path.indexOf(segment, at + 1)) {
    const end = at + segment.length;
    // The beginning of a path up to a slash is a path.
    if (end === path.length || path[end] === '/') return path.slice(0, end) as Path;
  }
  return undefined;
}
