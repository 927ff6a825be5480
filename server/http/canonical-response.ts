import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Canonical names by lower-case name. Bounded, because all names come from the server. */
const canonical = new Map<string, string>();

/**
 * A response whose header names are sent in canonical case, `Upload-Offset` for `upload-offset`, as File Browser 2 sends them. Names
 * are case-insensitive in HTTP, but published clients look for this one in a plain dictionary.
 */
export class CanonicalResponse extends ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(canonicalName(name), value);
  }

  override writeHead(
    status: number,
    messageOrHeaders?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    if (typeof messageOrHeaders === 'string') {
      return super.writeHead(status, messageOrHeaders, withCanonicalNames(headers));
    }
    return super.writeHead(status, withCanonicalNames(messageOrHeaders ?? headers));
  }
}

function withCanonicalNames(
  headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
): OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined {
  if (headers === undefined || Array.isArray(headers)) return headers;
  const renamed: OutgoingHttpHeaders = {};
  for (const name in headers) renamed[canonicalName(name)] = headers[name];
  return renamed;
}

function canonicalName(name: string): string {
  const known = canonical.get(name);
  if (known !== undefined) return known;
  const renamed = name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  canonical.set(name, renamed);
  return renamed;
}
