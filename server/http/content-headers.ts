import mime from 'mime';

export const BYTES = 'application/octet-stream';
const PDF = 'application/pdf';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const CHARSET = 'charset=utf-8';

/** Text that no browser runs or styles anything with; it keeps its name. */
const HARMLESS_TEXT = /^text\/(?:csv|tab-separated-values|calendar|vcard|markdown)$/;
/** Everything else that is written rather than drawn comes as plain text: it may be a script or a page. */
const WRITTEN =
  /^(?:text\/|application\/(?:json|xml|javascript|x-sh|toml|yaml|sql|rtf|x-httpd-php)|.*\+(?:json|xml)$)/;
/** Pictures (SVG too, as long as it is sandboxed), sound, video. */
const MEDIA = /^(?:image|audio|video|font)\/[\w.+-]+$/;
/** Containers that browsers save rather than show. */
const CONTAINER =
  /^application\/(?:zip|epub\+zip|gzip|x-(?:tar|7z-compressed|bzip2?|xz|rar-compressed)|msword|vnd\.(?:ms-|openxmlformats-|oasis\.)[\w.+-]+)$/;

/** Where the common table and the predecessor's clients disagree. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  '.env': PLAIN_TEXT,
  '.flac': 'audio/x-flac',
  '.opus': 'audio/ogg',
  '.ts': PLAIN_TEXT,
};

/** What the first bytes tell of a file whose name tells nothing. */
export interface SniffedContents {
  /** A media type, where they begin like a known one. */
  readonly type: string | undefined;
  readonly isText: boolean;
  /** Of its byte order mark, where that is not UTF-8. */
  readonly charset?: Utf16 | undefined;
}

export type Utf16 = 'utf-16le' | 'utf-16be';

/** Returns the encoding that a byte order mark tells (WHATWG Encoding, 6.1); undefined for UTF-8 and where there is none. */
export function utf16Of([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The type for showing a file inside a page: never one that a browser would run. */
export function inlineType(extension: string, sniffed: SniffedContents): string {
  const type = utf8Type(extension, sniffed);
  return sniffed.charset === undefined ? type : type.replace(CHARSET, `charset=${sniffed.charset}`);
}

function utf8Type(extension: string, sniffed: SniffedContents): string {
  const known =
    OWN_TYPES[extension.toLowerCase()] ?? mime.getType(extension.slice(1)) ?? sniffed.type;
  if (known === undefined) return sniffed.isText ? PLAIN_TEXT : BYTES;
  if (MEDIA.test(known) || CONTAINER.test(known)) return known;
  // A PDF is the only type without a sandbox, so its name alone does not make a file one.
  if (known === PDF && sniffed.type === PDF) return PDF;
  if (HARMLESS_TEXT.test(known)) return `${known}; ${CHARSET}`;
  return WRITTEN.test(known) || sniffed.isText ? PLAIN_TEXT : BYTES;
}

/** RFC 8187, with the lower-case charset and the set of bare characters that old clients parse. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  return `${kind}; filename*=utf-8''${encodeName(name)}`;
}

function encodeName(name: string): string {
  if (/^[\w.~-]+$/.test(name)) return name;
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
