declare const brand: unique symbol;

/**
 * A place in a file tree: begins with '/', has no '.', '..', empty or NUL parts and no '/' at the end.
 * On the server it counts from the served root; in the browser from what the user sees as '/'.
 */
export type TreePath = string & { readonly [brand]: 'TreePath' };

export const ROOT = '/' as TreePath;

/** What most file systems allow, in UTF-8 bytes. A longer name is refused before it reaches a disk. */
export const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4_096;

const utf8 = new TextEncoder();

/**
 * The only way from text to a TreePath; undefined when the text is not a path we accept.
 * Doubled and trailing slashes are cleaned; dot segments are refused, never resolved.
 */
export function parseTreePath(text: string): TreePath | undefined {
  if (text.includes('\0') || !text.isWellFormed()) return undefined;
  const names = text.split('/').filter((name) => name !== '');
  if (names.includes('.') || names.includes('..')) return undefined;
  if (names.some((name) => isLongerThan(name, MAX_NAME_BYTES))) return undefined;
  const path = `/${names.join('/')}`;
  return isLongerThan(path, MAX_PATH_BYTES) ? undefined : (path as TreePath);
}

/** No character of a string takes more than three bytes, so most need no counting. */
function isLongerThan(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && utf8.encode(text).length > bytes;
}

/** The path of `name` in `folder`; `name` must be one valid segment, or the result is undefined. */
export function childPath(folder: TreePath, name: string): TreePath | undefined {
  if (name === '' || name.includes('/')) return undefined;
  return parseTreePath(`${folder}/${name}`);
}

/** The same place counted from one level further out: `prefix` is where the inner root lies. */
export function prefixed(prefix: TreePath, path: TreePath): TreePath {
  if (prefix === ROOT) return path;
  return (path === ROOT ? prefix : `${prefix}${path}`) as TreePath;
}

/** The inverse of `prefixed`; undefined when `path` lies outside `prefix`. */
export function withoutPrefix(prefix: TreePath, path: TreePath): TreePath | undefined {
  if (prefix === ROOT) return path;
  if (path === prefix) return ROOT;
  return path.startsWith(`${prefix}/`) ? (path.slice(prefix.length) as TreePath) : undefined;
}

export function isWithin(folder: TreePath, path: TreePath): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`);
}

/** The last segment; '' for the root. */
export function nameOf(path: TreePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that holds `path`; the root is its own parent. */
export function parentOf(path: TreePath): TreePath {
  const cut = path.lastIndexOf('/');
  return cut <= 0 ? ROOT : (path.slice(0, cut) as TreePath);
}

export function segmentsOf(path: TreePath): string[] {
  return path === ROOT ? [] : path.slice(1).split('/');
}

/** Percent-encodes every segment, so that any name survives a URL; slashes stay. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
