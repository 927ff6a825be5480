declare const brand: unique symbol;

/**
 * A path in a file tree: begins with '/', has no '.', '..', empty or NUL segments and no '/' at the end. On the server it starts at the
 * served root; in the browser, at the user's home.
 */
export type TreePath = string & { readonly [brand]: 'TreePath' };

export const ROOT = '/' as TreePath;

/** Maximum length of a name in UTF-8 bytes, the limit of most file systems. */
export const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4_096;

const utf8 = new TextEncoder();

/**
 * Parses text as a TreePath; undefined if the text is not a valid path. Removes doubled and trailing slashes. Refuses dot segments and
 * never resolves them. The only function that turns text into a TreePath.
 */
export function parseTreePath(text: string): TreePath | undefined {
  if (text.includes('\0') || !text.isWellFormed()) return undefined;
  const names = text.split('/').filter((name) => name !== '');
  if (names.includes('.') || names.includes('..')) return undefined;
  if (names.some((name) => isLongerThan(name, MAX_NAME_BYTES))) return undefined;
  const path = `/${names.join('/')}`;
  return isLongerThan(path, MAX_PATH_BYTES) ? undefined : (path as TreePath);
}

/** Skips the encoding for short texts: a UTF-16 unit takes at most three bytes. */
function isLongerThan(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && utf8.encode(text).length > bytes;
}

/** Returns the path of `name` in `folder`; undefined if `name` is not one valid segment. */
export function childPath(folder: TreePath, name: string): TreePath | undefined {
  if (name === '' || name.includes('/')) return undefined;
  return parseTreePath(`${folder}/${name}`);
}

/** Returns `path` below `prefix`: translates a path of an inner root to the outer one. */
export function prefixed(prefix: TreePath, path: TreePath): TreePath {
  if (prefix === ROOT) return path;
  return (path === ROOT ? prefix : `${prefix}${path}`) as TreePath;
}

/** Inverse of `prefixed`; undefined if `path` is outside `prefix`. */
export function withoutPrefix(prefix: TreePath, path: TreePath): TreePath | undefined {
  if (prefix === ROOT) return path;
  if (path === prefix) return ROOT;
  return path.startsWith(`${prefix}/`) ? (path.slice(prefix.length) as TreePath) : undefined;
}

export function isWithin(folder: TreePath, path: TreePath): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`);
}

/** Returns the last segment; '' for the root. */
export function nameOf(path: TreePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the parent folder; the root is its own parent. */
export function parentOf(path: TreePath): TreePath {
  const cut = path.lastIndexOf('/');
  return cut <= 0 ? ROOT : (path.slice(0, cut) as TreePath);
}

export function segmentsOf(path: TreePath): string[] {
  return path === ROOT ? [] : path.slice(1).split('/');
}

/** Percent-encodes every segment; slashes stay. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
