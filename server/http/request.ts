import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { MODIFIED_HEADER } from '#contract/uploads.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, bodyEndedEarly } from '../errors.ts';
import { firstJsonValue } from '../lib/first-json-value.ts';
import { parseInput, problemText } from '../lib/parse-input.ts';
import { readBytes } from '../lib/read-bytes.ts';
import type { SentFile } from '../tree/receive-file.ts';
import { statedDigestsOf } from './digest-fields.ts';

/** The path that a request addresses. */
export interface AskedPath {
  readonly path: TreePath;
  readonly trailingSlash: boolean;
}

/** Returns the path after the prefix of a route, as the actor sees it. Throws `invalid-path`. */
export function pathOf(request: FastifyRequest): AskedPath {
  // Text after the hash of a shared file is a name for the download, and means the file itself.
  if (request.visitor?.isFolder === false) return { path: ROOT, trailingSlash: false };
  const text = wildcardOf(request);
  const path = parseTreePath(text);
  if (path === undefined) throw badPath();
  return { path, trailingSlash: text === '' || text.endsWith('/') };
}

/** Returns the error for a path in a request that is no path. */
export function badPath(): AppError {
  return new AppError('invalid-path', 'not an acceptable path', { refusal: { code: 'bad-path' } });
}

/** Returns a parameter in the path of a route, such as `id` of `:id`. The route has to have it. */
export function paramOf(request: FastifyRequest, name: string): string {
  // Fastify types them as unknown.
  const { [name]: text } = request.params as Readonly<Record<string, string | undefined>>;
  if (text === undefined) throw new Error(`the route has no parameter "${name}"`);
  return text;
}

function wildcardOf(request: FastifyRequest): string {
  // Fastify types params as unknown. Routes that use this have a wildcard.
  const params = request.params as { readonly '*'?: string };
  return params['*'] ?? '';
}

/** Returns whether a flag in the query is `true`. Every other value means false. */
export function isFlagSet(request: FastifyRequest, name: string): boolean {
  return queryOf(request)[name] === 'true';
}

export function queryOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  // Created by `parseQuery` for every request.
  return request.query as Record<string, string | undefined>;
}

/** Returns all values of a parameter that a route declares as repeated. */
export function textsOf(request: FastifyRequest, name: string): string[] {
  const [, text = ''] = request.url.split('?', 2);
  return new URLSearchParams(text).getAll(name);
}

/** Names with different values, by parsed query. */
const contradictory = new WeakMap<object, Set<string>>();

/**
 * Parses a query for Fastify, with one value for each name. Requests with different values for one name are refused later.
 */
export function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query && query[name] !== value) {
      contradictory.set(query, (contradictory.get(query) ?? new Set()).add(name));
    }
    query[name] = value;
  }
  return query;
}

/** Returns true if a parameter other than `repeated` has several values. */
export function isContradictory(query: unknown, repeated?: string): boolean {
  if (typeof query !== 'object' || query === null) return false;
  return [...(contradictory.get(query) ?? [])].some((name) => name !== repeated);
}

/**
 * Reads a JSON body, regardless of its Content-Type, and validates it. `whenEmpty` is the reason for refusing an empty body.
 * Re-authorizes the caller after the body has been received and updates `sessionOf`.
 */
export async function readJson<Shape extends z.ZodType>(
  request: FastifyRequest,
  shape: Shape,
  { maxBytes, whenEmpty = 'EOF' }: { readonly maxBytes: number; readonly whenEmpty?: string },
): Promise<z.infer<Shape>> {
  const text = (await readBody(request, maxBytes)).toString('utf8');
  if (text.trim() === '') throw new AppError('invalid-request', whenEmpty);
  let value: unknown;
  try {
    value = JSON.parse(firstJsonValue(text));
  } catch (cause) {
    throw new AppError('invalid-request', 'the body is not JSON', { cause });
  }
  const parsed = parseInput(shape, value);
  if (parsed.kind === 'refused') throw new AppError('invalid-request', problemText(parsed.problem));
  return parsed.value;
}

/**
 * Reads a body into memory. Re-authorizes the caller after the body has been received and updates `sessionOf`. Throws `too-large`, and
 * `invalid-request` if the client has disconnected.
 */
export async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const bytes = await readBytes(request.raw, maxBytes);
  if (bytes === 'too-long') throw new AppError('too-large', `more than ${maxBytes} bytes`);
  if (bytes === 'cut') throw bodyEndedEarly();
  await request.reauthorize?.();
  return bytes;
}

/** Maximum time of a Date. */
const MAX_MS = 8.64e15;

/** Returns the modification time that the client sends with a file. Milliseconds since 1970. */
export function modifiedMsOf(request: FastifyRequest): number | undefined {
  const text = request.headers[MODIFIED_HEADER.toLowerCase()];
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^[0-9]{1,16}$/.test(text) || Number(text) > MAX_MS) {
    throw new AppError('invalid-request', 'invalid modification time');
  }
  return Number(text);
}

/** Returns the body of a request as a file to store. */
export function sentFileOf(request: FastifyRequest, account: string): SentFile {
  return {
    body: request.raw,
    account,
    announcedBytes: announcedBytes(request),
    modifiedMs: modifiedMsOf(request),
    digests: statedDigestsOf(request),
  };
}

/** Returns the Content-Length in bytes; undefined for a body of unknown length. */
export function announcedBytes(request: FastifyRequest): number | undefined {
  const text = request.headers['content-length'];
  if (text !== undefined) return Number(text);
  return request.headers['transfer-encoding'] === undefined ? 0 : undefined;
}
