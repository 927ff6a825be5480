/** Returns the value of a cookie without decoding it. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

export interface CookieOptions {
  readonly path: string;
  readonly secure: boolean;
  /** Seconds; 0 removes the cookie. */
  readonly maxAge: number;
}

/** Returns a Set-Cookie header for a cookie that scripts cannot read and that is not sent with requests of other sites. */
export function strictCookie(name: string, value: string, options: CookieOptions): string {
  const secure = options.secure ? '; Secure' : '';
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
