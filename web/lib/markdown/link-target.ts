/** Target of a link or an image in a document. */
export type LinkTarget =
  | { readonly kind: 'outside'; readonly url: string }
  /** A position in the same document. */
  | { readonly kind: 'here'; readonly fragment: string }
  /** A file, or a folder whose path ends with a slash. */
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ALLOWED_SCHEME = /^(?:https?|mailto|tel):/i;
/** Characters that browsers ignore within a scheme. */
const IGNORED_IN_SCHEME = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;

/**
 * Resolves an address. `folder` contains the document and ends with a slash. Returns undefined for unsafe schemes
 * such as `javascript:`.
 */
export function linkTarget(address: string, folder: string): LinkTarget | undefined {
  const bare = address.replaceAll(IGNORED_IN_SCHEME, '');
  if (SCHEME.test(bare)) {
    return ALLOWED_SCHEME.test(bare) ? { kind: 'outside', url: bare } : undefined;
  }
  if (/^[/\\]{2}/.test(bare)) return { kind: 'outside', url: `https:${bare}` };
  const [, written = '', fragment = ''] =
    /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(address.trim()) ?? [];
  if (written === '') return { kind: 'here', fragment: decoded(fragment) };
  return { kind: 'file', path: pathFrom(folder, decoded(written)), fragment: decoded(fragment) };
}

/** Resolves `.` and `..` as browsers do, without leaving the root. */
function pathFrom(folder: string, written: string): string {
  const names: string[] = [];
  const whole = written.startsWith('/') ? written : folder + written;
  for (const name of whole.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  const isFolder = /(?:^|\/)\.{0,2}$/.test(written);
  return `/${names.join('/')}${isFolder && names.length > 0 ? '/' : ''}`;
}

/** Decodes percent escapes. Returns the text unchanged if one is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
