import type { Reply } from '../http/send.ts';
import { short } from './compare-json.ts';
import type { HeaderExpectation } from './recording-format.ts';
import { describes, type Known } from './placeholders.ts';

const POLICY = 'content-security-policy';
/** This server adds `no-cache`: the same URL is a different file for each user, so browsers must revalidate (compatibility.md 0.2). */
const RECORDED_CACHING = 'private';
const REQUIRED_CACHING = 'private, no-cache';
const NEVER_STORED = 'no-cache, no-store, must-revalidate';
/** Headers that describe a body, and may be absent without one. */
const ABOUT_BODIES = new Set(['content-type', 'x-content-type-options']);

/** Returns the recorded headers that differ or are missing. Security headers may be stricter; others may be added. */
export function compareHeaders(
  recorded: Readonly<Record<string, HeaderExpectation>>,
  reply: Reply,
  known: Known,
): string[] {
  const bodyless = reply.status === 204 || (reply.status >= 300 && reply.status < 400);
  return Object.entries(recorded).flatMap(([name, expected]) => {
    const actual = reply.headers.get(name);
    if (bodyless && ABOUT_BODIES.has(name) && actual === undefined) return [];
    if (isAsExpected(name, expected, actual, known)) return [];
    if (name === 'cache-control' && expected === NEVER_STORED && isConfirmedListing(reply))
      return [];
    const wanted = expected instanceof RegExp ? `${expected}` : short(expected);
    return [`header ${name} is ${short(actual)} instead of ${wanted}`];
  });
}

/** Listings of folders have a weak entity tag (compatibility.md 0.2). */
function isConfirmedListing({ headers }: Reply): boolean {
  const isTagged = headers.get('etag')?.join().startsWith('W/"') === true;
  return isTagged && headers.get('cache-control')?.join() === REQUIRED_CACHING;
}

function isAsExpected(
  name: string,
  expected: HeaderExpectation,
  actual: readonly string[] | undefined,
  known: Known,
): boolean {
  if (expected === null) return actual === undefined;
  if (actual === undefined) return false;
  if (expected instanceof RegExp) return expected.test(actual.join(', '));
  const wanted = typeof expected === 'string' ? [expected] : expected;
  if (name === 'cache-control' && expected === RECORDED_CACHING)
    return actual.join() === REQUIRED_CACHING;
  if (name === POLICY) return isAsStrict(wanted, actual);
  // Any value is accepted, because browsers have removed this filter.
  if (name === 'x-xss-protection') return true;
  return (
    wanted.length === actual.length &&
    wanted.every((text, at) => describes(text, actual[at] ?? '', known))
  );
}

/** Returns whether the actual policies forbid everything that the recorded ones forbid. */
function isAsStrict(recorded: readonly string[], actual: readonly string[]): boolean {
  const policies = actual.map(directivesOf);
  return recorded.every((policy) =>
    [...directivesOf(policy)].every(([directive, sources]) =>
      policies.some((own) => isWithin(own, directive, sources)),
    ),
  );
}

function isWithin(
  own: ReadonlyMap<string, string[]>,
  directive: string,
  sources: string[],
): boolean {
  const sandbox = own.get('sandbox');
  if (directive === 'script-src' && sandbox !== undefined && !sandbox.includes('allow-scripts'))
    return true;
  const actual = own.get(directive) ?? own.get('default-src');
  return actual !== undefined && actual.every((source) => isAllowed(source, sources));
}

function isAllowed(source: string, recorded: string[]): boolean {
  if (source === "'none'" || recorded.includes(source)) return true;
  return (
    source.startsWith("'nonce-") ||
    source.startsWith("'sha256-") ||
    (source === "'self'" && !recorded.includes("'none'"))
  );
}

function directivesOf(policy: string): Map<string, string[]> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(
    directives.filter(([name]) => name !== '').map(([name = '', ...sources]) => [name, sources]),
  );
}
