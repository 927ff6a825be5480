import { Readable } from 'node:stream';
import type { Totals } from '#contract/files.ts';
import type { FastifyInstance } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { actorOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { pathOf } from '../../http/request.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { listAllBelow } from '../../tree/list-folder.ts';
import { totalsOf } from '../../tree/totals.ts';
import type { Tree } from '../../tree/tree.ts';
import { GET_TOTALS, LIST_RECURSIVELY } from './route-declarations.ts';

/** Each keeps the names of its open folders in memory for as long as its client reads, and its thread also copies. */
const WALKS = { maxConcurrent: 16, maxPerUser: 4, maxQueued: 64 };

/** Calls that walk a whole folder while the client waits. */
export function walkRoutes(tree: Tree) {
  const limiter = new ConcurrencyLimiter(WALKS);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/resources/recursive/*', LIST_RECURSIVELY, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      await acquireSlot(reply, limiter, actor.account);
      const parts = await listAllBelow(tree, actor, path, disconnectSignal(reply));
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(Readable.from(parts, { objectMode: false }));
    });

    app.get('/api/totals/*', GET_TOTALS, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      await acquireSlot(reply, limiter, actor.account);
      const totals: Totals = await totalsOf(tree, actor, path, disconnectSignal(reply));
      return reply.send(totals);
    });
  };
}
