import mime from 'mime';
import { withoutControls } from '../lib/without-controls.ts';

export const BYTES = 'application/octet-stream';
const PDF = 'application/pdf';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const CHARSET = 'charset=utf-8';

/** Text types that browsers neither run nor use as styles. They are sent as they are. */
const HARMLESS_TEXT = /^text\/(?:csv|tab-separated-values|calendar|vcard|markdown)$/;
/** All other text is sent as plain text, because it can be a script or a page. */
const WRITTEN =
  /^(?:text\/|application\/(?:json|xml|javascript|x-sh|toml|yaml|sql|rtf|x-httpd-php)|.*\+(?:json|xml)$)/;
/** Images (including SVG, in a sandbox), audio and video. */
const MEDIA = /^(?:image|audio|video|font)\/[\w.+-]+$/;
/** Media containers that browsers save instead of showing. */
const CONTAINER =
  /^application\/(?:zip|epub\+zip|gzip|x-(?:tar|7z-compressed|bzip2?|xz|rar-compressed)|msword|vnd\.(?:ms-|openxmlformats-|oasis\.)[\w.+-]+)$/;

/** Types that File Browser 2 clients expect instead of the common ones. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  '.env': PLAIN_TEXT,
  '.flac': 'audio/x-flac',
  '.opus': 'audio/ogg',
  '.ts': PLAIN_TEXT,
};

/** Facts from the first bytes of a file whose name has no known extension. */
export interface SniffedContents {
  /** Media type by signature; undefined for an unknown signature. */
  readonly type: string | undefined;
  readonly isText: boolean;
  /** Encoding by byte order mark, if not UTF-8. */
  readonly charset?: Utf16 | undefined;
}

export type Utf16 = 'utf-16le' | 'utf-16be';

/** Returns the encoding by byte order mark (WHATWG Encoding, 6.1); undefined for UTF-8 and without a mark. */
export function utf16Of([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Returns the media type for showing a file in a page, which is never a type that browsers run. */
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

/**
 * Returns a Content-Disposition header (RFC 8187) without control characters in the name, with the lower-case charset and the unescaped characters that old clients
 * parse.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  return `${kind}; filename*=utf-8''${encodeName(withoutControls(name))}`;
}

function encodeName(name: string): string {
  if (/^[\w.~-]+$/.test(name)) return name;
  return encodeURIComponent(name)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);
}

/** Uploaded files must not run, load or frame anything, whatever type a browser detects. */
const LOCKED_DOWN =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox";
/** The PDF viewer of browsers does not start in a sandbox. Pages of this origin may frame it. */
const FOR_PDF =
  "default-src 'none'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'self'";

export function contentPolicy(type: string): string {
  return type === PDF ? FOR_PDF : LOCKED_DOWN;
}
