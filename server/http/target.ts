import type { IncomingMessage } from 'node:http';

/** A request target, decoded before routing. */
type Target =
  | { readonly kind: 'usable'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The base URL without a trailing slash, which is redirected to `<base>/`. */
  | { readonly kind: 'base' };

type SpecialTarget = Exclude<Target, { kind: 'usable' }>;

const specialTargets = new WeakMap<IncomingMessage, SpecialTarget>();

const MAX_TARGET_CHARACTERS = 16_384;

/**
 * Decodes raw request targets, as Fastify's `rewriteUrl`. Routes see a normalized path with each segment encoded again.
 * `specialTargetOf` reports targets that cannot be normalized.
 */
export function cleanTarget(baseUrl: string): (request: IncomingMessage) => string {
  return (request) => {
    const target = parseTarget(request.url ?? '/', baseUrl);
    if (target.kind === 'usable') return target.url;
    specialTargets.set(request, target);
    return '/';
  };
}

/** Returns why a target is not routed; undefined for a normal request. */
export function specialTargetOf(request: IncomingMessage): SpecialTarget | undefined {
  return specialTargets.get(request);
}

export function parseTarget(raw: string, baseUrl: string): Target {
  if (raw.length > MAX_TARGET_CHARACTERS) return refused('the address is too long');
  if (!raw.startsWith('/')) return refused('the target must begin with a slash');
  const cut = raw.indexOf('?');
  const path = cut < 0 ? raw : raw.slice(0, cut);
  const query = cut < 0 ? '' : raw.slice(cut);
  if (baseUrl !== '' && path === baseUrl) return { kind: 'base' };
  const inner =
    baseUrl !== '' && path.startsWith(`${baseUrl}/`) ? path.slice(baseUrl.length) : path;
  if (isPlain(inner)) return { kind: 'usable', url: inner + query };
  return cleaned(inner, query);
}

/** Fast path for targets without escapes, double slashes and dots. */
function isPlain(path: string): boolean {
  return PLAIN.test(path) && !DOUBLED_OR_DOTTED.test(path) && !BARE_COLLECTION.test(path);
}
const PLAIN = /^[A-Za-z0-9/_.~-]*$/;
const DOUBLED_OR_DOTTED = /\/\/|\/\.{1,2}(?:\/|$)/;

/** Adds the slash after a prefix: `/api/usage` means `/api/usage/`, the root folder. */
const BARE_COLLECTION =
  /^\/api\/(?:resources|resources\/recursive|raw|usage|totals|tus|search|share|command)$/;

function cleaned(path: string, query: string): Target {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return refused('the address is not valid percent-encoded UTF-8');
  }
  if (decoded.includes('\0')) return refused('the address contains a NUL');
  const names = decoded.split('/').filter((name) => name !== '');
  if (names.includes('.') || names.includes('..')) return refused('dot segments are not accepted');
  const ending = decoded.endsWith('/') && names.length > 0 ? '/' : '';
  const url = `/${names.map(encodeURIComponent).join('/')}${ending}`;
  return { kind: 'usable', url: (BARE_COLLECTION.test(url) ? `${url}/` : url) + query };
}

function refused(reason: string): Target {
  return { kind: 'refused', reason };
}
