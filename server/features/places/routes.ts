import { RecentItem, StarredItem } from '#contract/places.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toTreePath } from '../../access/actor-paths.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { actorOf } from '../../http/authenticate.ts';
import { pathOf } from '../../http/request.ts';
import { jsonReply, route, statusText } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { Database } from '../../metadata/database.ts';
import { listStarred, listUsed, unstarItem } from '../../metadata/user-items.ts';
import type { Tree } from '../../tree/tree.ts';
import { describeItems } from './list-items.ts';
import { type ItemUses, MAX_RECENT } from './item-uses.ts';
import { isThere, starEntry } from './star-entry.ts';

/** Limits of concurrent lists, because a list looks up each of its items. */
const LISTS = { maxConcurrent: 4, maxPerUser: 1, maxQueued: 50 };

const LIST_RECENT = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'List recent items',
  description:
    'Lists the 200 items that you have opened or changed last, without those that you may not see any more.',
  replies: { 200: jsonReply('The items, the latest first.', z.array(RecentItem)) },
  refusals: ['too-many-requests'],
});

const RECORD_OPENED = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Files',
  summary: 'Record that an item was opened',
  description: 'Adds the item to the recent ones. An item that is gone is not added.',
  replies: { 200: statusText('The item will be listed if it exists.') },
  refusals: ['invalid-path'],
});

const LIST_STARRED = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'List starred items',
  replies: {
    200: jsonReply(
      'The items that you have starred, the latest first, without those that you may not see any more.',
      z.array(StarredItem),
    ),
  },
  refusals: ['too-many-requests'],
});

const STAR = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Files',
  summary: 'Star an item',
  description:
    'The star follows the item when it is renamed or moved, and ends when it is deleted. Each user has their own stars.',
  replies: { 200: statusText('The item has a star.') },
  refusals: ['invalid-path', 'invalid-request', 'not-found'],
});

const UNSTAR = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Files',
  summary: 'Remove the star of an item',
  replies: { 200: statusText('The item has no star.') },
  refusals: ['invalid-path'],
});

/** Mounts the routes of recent and starred items. */
export function placeRoutes({
  tree,
  db,
  uses,
}: {
  readonly tree: Tree;
  readonly db: Database;
  readonly uses: ItemUses;
}) {
  const limiter = new ConcurrencyLimiter(LISTS);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/recent', LIST_RECENT, async (request, reply) => {
      const actor = actorOf(request);
      const found = await withSlot(reply, limiter, actor.account, async () => {
        await uses.flush();
        const used = await listUsed(db.read, actor.userId, MAX_RECENT);
        return describeItems(tree, actor, used);
      });
      return reply.send(
        found.map(({ item: { at, use }, entry }) => ({ ...entry, use, usedAt: at })),
      );
    });

    app.post('/api/recent/*', RECORD_OPENED, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      // The page reports what it has shown. Meanwhile the item may have been renamed or deleted.
      if (await isThere(tree, actor, path)) uses.record(actor.userId, path, 'opened');
      return sendStatus(reply, 200);
    });

    app.get('/api/starred', LIST_STARRED, async (request, reply) => {
      const actor = actorOf(request);
      const found = await withSlot(reply, limiter, actor.account, async () => {
        await uses.flush();
        const starred = await listStarred(db.read, actor.userId);
        return describeItems(tree, actor, starred);
      });
      return reply.send(found.map(({ item: { at }, entry }) => ({ ...entry, starredAt: at })));
    });

    app.put('/api/starred/*', STAR, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      await starEntry({ tree, db }, actor, path);
      return sendStatus(reply, 200);
    });

    app.delete('/api/starred/*', UNSTAR, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      await db.write((tx) => unstarItem(tx, actor.userId, path), { isIdempotent: true });
      return sendStatus(reply, 200);
    });
  };
}
