/** The path of a folder as entries have it: '' for the home, without a slash at the end. */
export function folderOf(path: string): string {
  return path.replace(/\/+$/, '');
}
