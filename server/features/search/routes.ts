import { Readable } from 'node:stream';
import { SEARCH_HEARTBEAT_MS, SearchHit } from '#contract/search.ts';
import {
  MAX_QUERY_LENGTH,
  MAX_QUERY_TERMS,
  parseSearchQuery,
  type SearchQuery,
} from '#contract/search-query.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toTreePath } from '../../access/actor-paths.ts';
import { actorOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { isFlagSet, pathOf, queryOf } from '../../http/request.ts';
import { flagParam, PLAIN_TEXT, route, textParam } from '../../http/route.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { Tree } from '../../tree/tree.ts';
import { findHits } from './find-hits.ts';
import { withHeartbeat } from './with-heartbeat.ts';
import { AppError } from '../../errors.ts';

/**
 * Few walks are faster than many, and a page that searches while typing cancels the previous search with every
 * letter.
 */
const SEARCHES = { maxConcurrent: 8, maxPerUser: 2, maxQueued: 8 };

const SEARCH = route({
  access: 'authenticated',
  group: 'Search',
  summary: 'Find files and folders by name',
  description:
    'Sends one JSON text in each line as soon as an item is found. An empty line states that the search goes on.',
  query: {
    query: textParam(
      'Text that the names contain. Double quotes search for the exact text, “type:image” and others for a kind of ' +
        'file, and “case:sensitive” distinguishes upper and lower case.',
    ),
    details: flagParam('Describes each item as in a listing.'),
  },
  headers: { Accept: textParam('“application/json” asks for one list instead of lines.') },
  replies: {
    200: {
      description: 'The items.',
      content: { 'text/plain': PLAIN_TEXT, 'application/json': z.array(SearchHit) },
    },
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
});

export function searchRoutes(tree: Tree) {
  const limiter = new ConcurrencyLimiter(SEARCHES);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/search/*', SEARCH, async (request, reply) => {
      const actor = actorOf(request);
      const form = wantsArray(request.headers.accept) ? 'array' : 'lines';
      const search = {
        folder: toTreePath(actor, pathOf(request).path),
        query: parseQuery(queryOf(request)['query'] ?? ''),
        details: isFlagSet(request, 'details'),
        form,
      } as const;
      reply.header('content-type', CONTENT_TYPES[form]).header('vary', 'accept');
      await acquireSlot(reply, limiter, actor.account);
      const hits = await findHits(tree, actor, search, disconnectSignal(reply));
      // HEAD gets the headers of GET, without a search.
      if (hits === undefined || request.method === 'HEAD') {
        return reply.send(form === 'array' ? '[]' : '');
      }
      const parts = withHeartbeat(form === 'array' ? asArray(hits) : hits, SEARCH_HEARTBEAT_MS);
      return reply.send(Readable.from(parts, { objectMode: false }));
    });
  };
}

/** Clients of File Browser 2 expect lines as plain text. */
const CONTENT_TYPES = {
  lines: 'text/plain; charset=utf-8',
  array: 'application/json; charset=utf-8',
} as const;

/** Returns false unless the client accepts only JSON: many list it beside `*` `/*` without expecting it. */
function wantsArray(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.every((type) => type === 'application/json');
}

const OPENED = new TextEncoder().encode('[');
const CLOSED = new TextEncoder().encode(']');

/** Returns one JSON array of hits, each of which is preceded by a comma. */
async function* asArray(hits: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield OPENED;
  let isFirst = true;
  for await (const part of hits) {
    yield isFirst ? part.subarray(1) : part;
    isFirst = false;
  }
  yield CLOSED;
}

/** Parses a query. Throws `invalid-request` if it is longer than any name, so that it would only cost time. */
function parseQuery(text: string): SearchQuery {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new AppError('invalid-request', `more than ${MAX_QUERY_LENGTH} characters`);
  }
  const query = parseSearchQuery(text);
  if (query.terms.length > MAX_QUERY_TERMS || query.types.length > MAX_QUERY_TERMS) {
    throw new AppError('invalid-request', `more than ${MAX_QUERY_TERMS} words`);
  }
  return query;
}
