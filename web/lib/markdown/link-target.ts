/** Where a link or a picture of a document leads. */
export type LinkTarget =
  | { readonly kind: 'outside'; readonly url: string }
  /** A place in the same document. */
  | { readonly kind: 'here'; readonly fragment: string }
  /** A file beside the document, or a folder, whose path ends in a slash. */
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAY_LEAD_OUTSIDE = /^(?:https?|mailto|tel):/i;
/** Browsers overlook them in the middle of a scheme. */
const OVERLOOKED = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;

/** `folder` holds the document and ends in a slash. Undefined for what leads nowhere safe, such as `javascript:`. */
export function linkTarget(address: string, folder: string): LinkTarget | undefined {
  const bare = address.replaceAll(OVERLOOKED, '');
  if (SCHEME.test(bare)) {
    return MAY_LEAD_OUTSIDE.test(bare) ? { kind: 'outside', url: bare } : undefined;
  }
  if (/^[/\\]{2}/.test(bare)) return { kind: 'outside', url: `https:${bare}` };
  const [, written = '', fragment = ''] =
    /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(address.trim()) ?? [];
  if (written === '') return { kind: 'here', fragment: decoded(fragment) };
  return { kind: 'file', path: pathFrom(folder, decoded(written)), fragment: decoded(fragment) };
}

/** As a browser does it: dots are resolved, and nothing is above the top. */
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

/** A lone percent sign is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
