import mime from 'mime';

/**
 * What may be shown inside a page, by extension. Everything that could carry a script comes as plain text,
 * except SVG, which is a picture as long as it is sandboxed; whatever is not here is not shown at all.
 */
const SHOWN_AS_TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|x-sh|toml|yaml|sql|rtf|x-httpd-php)|.*\+(?:json|xml)$)/;
const SHOWN_AS_IT_IS = /^(?:image|audio|video|font)\/[\w.+-]+$/;
const PDF = 'application/pdf';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
export const BYTES = 'application/octet-stream';

/** Where the common table and the predecessor's clients disagree. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  '.flac': 'audio/x-flac',
  '.ts': PLAIN_TEXT,
  '.opus': 'audio/ogg',
};

/** The type for showing a file inside a page. `isText`: the bytes of a file without a known extension are text. */
export function inlineType(extension: string, isText: boolean): string {
  const known = OWN_TYPES[extension.toLowerCase()] ?? mime.getType(extension.slice(1)) ?? undefined;
  if (known === undefined) return isText ? PLAIN_TEXT : BYTES;
  if (known === PDF) return PDF;
  if (SHOWN_AS_IT_IS.test(known)) return known;
  return SHOWN_AS_TEXT.test(known) || isText ? PLAIN_TEXT : BYTES;
}

/** RFC 8187, with the lower-case charset and the set of bare characters that old clients parse. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  return `${kind}; filename*=utf-8''${encodeName(name)}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);
}

/** Nothing a user uploaded may run, load or frame anything, whatever a browser takes it for. */
const LOCKED_DOWN =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox";
/** The browser's own PDF viewer does not start in a sandbox; our own pages may frame it. */
const FOR_PDF =
  "default-src 'none'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'self'";

export function contentPolicy(type: string): string {
  return type === PDF ? FOR_PDF : LOCKED_DOWN;
}
