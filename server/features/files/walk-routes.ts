import { Readable } from 'node:stream';
import { type ExistingItems, ExistingPaths, MAX_EXISTING_BODY_BYTES } from '#contract/existing.ts';
import type { Totals } from '#contract/files.ts';
import type { FastifyInstance } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { actorOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { pathOf, readJson } from '../../http/request.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { existingItems } from '../../tree/existing-items.ts';
import { listAllBelow } from '../../tree/list-folder.ts';
import { totalsOf } from '../../tree/totals.ts';
import type { Tree } from '../../tree/tree.ts';
import { FIND_EXISTING, GET_TOTALS, LIST_RECURSIVELY } from './route-declarations.ts';

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

    app.post('/api/existing/*', FIND_EXISTING, async (request, reply) => {
      const actor = actorOf(request);
      const folder = toTreePath(actor, pathOf(request).path);
      const { paths } = await readJson(request, ExistingPaths, {
        maxBytes: MAX_EXISTING_BODY_BYTES,
      });
      await acquireSlot(reply, limiter, actor.account);
      const items = await existingItems(tree, actor, folder, paths, disconnectSignal(reply));
      return reply.send({ items } satisfies ExistingItems);
    });
  };
}
