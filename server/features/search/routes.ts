import { Readable } from 'node:stream';
import { SEARCH_HEARTBEAT_MS } from '#contract/search.ts';
import type { FastifyInstance } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { actorOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { isFlagSet, pathOf, queryOf } from '../../http/request.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { Tree } from '../../tree/tree.ts';
import { findHits } from './find-hits.ts';
import { parseQuery } from './parse-query.ts';
import { withHeartbeat } from './with-heartbeat.ts';

/** Few walks are faster than many, and whoever types begins a search with every letter and leaves the last. */
const SEARCHES = { atOnce: 8, ofOne: 2, waitingOfOne: 8 };

const SIGNED_IN = { config: { access: 'authenticated' } } as const;

export function searchRoutes(tree: Tree) {
  const gate = new ConcurrencyLimiter(SEARCHES);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/search/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const form = wantsArray(request.headers.accept) ? 'array' : 'lines';
      const search = {
        folder: toTreePath(actor, pathOf(request).path),
        query: parseQuery(queryOf(request)['query'] ?? ''),
        details: isFlagSet(request, 'details'),
        form,
      } as const;
      reply.header('content-type', CONTENT_TYPES[form]).header('vary', 'accept');
      await acquireSlot(reply, gate, actor.account);
      const hits = await findHits(tree, actor, search, disconnectSignal(reply));
      // A HEAD is told what a GET would be answered with, and nothing is looked for.
      if (hits === undefined || request.method === 'HEAD') {
        return reply.send(form === 'array' ? '[]' : '');
      }
      const parts = withHeartbeat(form === 'array' ? asArray(hits) : hits, SEARCH_HEARTBEAT_MS);
      return reply.send(Readable.from(parts, { objectMode: false }));
    });
  };
}

/** The predecessor's clients know lines as plain text. */
const CONTENT_TYPES = {
  lines: 'text/plain; charset=utf-8',
  array: 'application/json; charset=utf-8',
} as const;

/** Lines, unless JSON is all that the caller would take: many send its name beside `*` `/*` without meaning it. */
function wantsArray(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.every((type) => type === 'application/json');
}

const OPENED = new TextEncoder().encode('[');
const CLOSED = new TextEncoder().encode(']');

/** Makes one JSON array of hits that have a comma before each. */
async function* asArray(hits: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield OPENED;
  let isFirst = true;
  for await (const part of hits) {
    yield isFirst ? part.subarray(1) : part;
    isFirst = false;
  }
  yield CLOSED;
}
