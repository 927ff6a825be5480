/** Returns the path of a folder as entries have it: '' for home, without a trailing slash. */
export function folderOf(path: string): string {
  return path.replace(/\/+$/, '');
}
