import {
  SHARE_COLUMNS,
  SHARE_UNITS,
  Share,
  type ShareColumn,
  ShareUses,
} from '#contract/shares.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestSession } from '../../access/authenticator.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { type PageAsked, pageIn, prepareSlices, sendPage } from '../../http/list-pages.ts';
import { isFlagSet, paramOf, pathOf, queryOf, readJson } from '../../http/request.ts';
import {
  enumParam,
  flagParam,
  jsonBody,
  jsonReply,
  numberParam,
  PAGE_HEADERS,
  pageQuery,
  route,
  statusText,
  textParam,
} from '../../http/route.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { adoptItem } from './adopt-item.ts';
import { changeShare } from './change-share.ts';
import { createShare } from './create-share.ts';
import { listAllShares, listSharesOf, type OwnersWanted } from './list-shares.ts';
import { listUses } from './list-uses.ts';
import { durationOf, expiryOf, NewShareBody } from './new-share-body.ts';
import { pageOfShares } from './page-of-shares.ts';
import { revokeShare } from './revoke-share.ts';
import { requireSharing, type ShareService } from './shares.ts';

const HASH = { hash: textParam('Hash of the share.') };

const SHARE_BODY = jsonBody(
  z.object({
    password: z.string().optional(),
    expires: z.union([z.string(), z.number()]).optional(),
    unit: z.enum(['', ...SHARE_UNITS]).optional(),
  }),
);

const LIST_SHARES = route({
  access: 'authenticated',
  group: 'Shares',
  summary: 'List shares',
  description: 'Lists your own shares, and those of all users for administrators.',
  query: {
    ...pageQuery(SHARE_COLUMNS),
    own: flagParam('“true” lists only your own shares, also for administrators.'),
  },
  replies: {
    200: jsonReply(
      'All shares by owner, those that never expire first, then by expiry; or a page.',
      z.array(Share),
      PAGE_HEADERS,
    ),
  },
  refusals: ['invalid-request', 'too-many-requests'],
});

const LIST_SHARES_OF_ITEM = route({
  access: 'authenticated',
  group: 'Shares',
  summary: 'List the shares of an item',
  replies: { 200: jsonReply('Your own shares of the item.', z.array(Share)) },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
});

const CREATE_SHARE = route({
  access: 'authenticated',
  audit: 'share-make',
  group: 'Shares',
  summary: 'Share an item',
  query: {
    expires: textParam('As in the body, which takes precedence.'),
    unit: enumParam('As in the body, which takes precedence.', ['', ...SHARE_UNITS]),
  },
  body: SHARE_BODY,
  replies: { 200: jsonReply('The share.', Share) },
  refusals: [
    'invalid-path',
    'invalid-request',
    'not-found',
    'locked',
    'too-large',
    'too-many-requests',
  ],
});

const DELETE_SHARE = route({
  access: 'authenticated',
  audit: 'share-remove',
  group: 'Shares',
  summary: 'Delete a share',
  params: { path: textParam('Hash of the share, where File Browser 2 clients send it.') },
  replies: { 200: statusText('The share is deleted.') },
  refusals: ['invalid-path', 'not-found'],
});

const LIST_USES = route({
  access: 'authenticated',
  group: 'Shares',
  summary: 'List the uses of a share',
  params: HASH,
  query: { before: numberParam('Lists uses before the use with this ID.') },
  replies: { 200: jsonReply('A page of uses, the newest first.', ShareUses) },
  refusals: ['invalid-request', 'not-found'],
});

const CHANGE_SHARE = route({
  access: 'authenticated',
  audit: 'share-change',
  group: 'Shares',
  summary: 'Change when a share ends, or its password',
  description: 'Absent fields stay. “0” never expires; an empty password removes the password.',
  params: HASH,
  body: SHARE_BODY,
  replies: { 200: jsonReply('The changed share.', Share) },
  refusals: ['invalid-request', 'not-found', 'too-large', 'too-many-requests'],
});

const ADOPT_ITEM = route({
  access: 'authenticated',
  audit: 'share-change',
  group: 'Shares',
  summary: 'Share the item that replaced the shared one',
  params: HASH,
  replies: { 200: jsonReply('The share, which leads to the new item from now on.', Share) },
  refusals: ['not-found'],
});

/** File Browser 2 clients expect this reason (compatibility.md 6.2). */
const BODY = { maxBytes: 64 * 1_024, whenEmpty: 'failed to decode body: EOF' };

/** Limits of concurrent lists, because a list opens the item of each share, and a user can have thousands. */
const LISTS = { maxConcurrent: 4, maxPerUser: 1, maxQueued: 50 };

/** Mounts the routes with which users manage their shares. */
export function shareRoutes(service: ShareService) {
  const limiter = new ConcurrencyLimiter(LISTS);

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    find: (asker: RequestSession) => AsyncIterable<Share[]>,
  ): Promise<FastifyReply> {
    const asker = sessionOf(request);
    const send = await withSlot(reply, limiter, asker.actor.account, () =>
      prepareSlices(reply, find(asker)),
    );
    return send();
  }

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: PageAsked<ShareColumn> & OwnersWanted,
  ): Promise<FastifyReply> {
    const asker = sessionOf(request);
    const found = await withSlot(reply, limiter, asker.actor.account, () =>
      pageOfShares(service, asker, asked),
    );
    return sendPage(reply, asked, found);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/shares', LIST_SHARES, (request, reply) => {
      const asked = pageIn(request, SHARE_COLUMNS, ['own']);
      const wanted = { onlyOwn: isFlagSet(request, 'own') };
      if (asked !== undefined) return page(request, reply, { ...asked, ...wanted });
      return list(request, reply, (asker) => listAllShares(service, asker, wanted));
    });

    app.get('/api/share/*', LIST_SHARES_OF_ITEM, (request, reply) =>
      list(request, reply, (asker) => listSharesOf(service, asker, pathOf(request))),
    );

    app.post('/api/share/*', CREATE_SHARE, async (request, reply) => {
      requireSharing(sessionOf(request));
      const asked = pathOf(request);
      const body = await readJson(request, NewShareBody, BODY);
      // Checked again, as permissions may have changed while the body was received.
      const asker = sessionOf(request);
      requireSharing(asker);
      const expire = expiryOf(durationOf(body, queryOf(request)), Date.now());
      const input = { ...asked, password: body.password ?? '', expire };
      return reply.send(await createShare(service, asker, input));
    });

    app.delete('/api/share/*', DELETE_SHARE, async (request, reply) => {
      const hash = hashBehindPrefix(request);
      const { path } = await revokeShare(service, sessionOf(request), hash);
      addAuditFacts(request, { about: path });
      return sendStatus(reply, 200);
    });

    app.get('/api/links/:hash/uses', LIST_USES, async (request, reply) => {
      const { before } = queryOf(request);
      const asked = { hash: hashOf(request), before };
      return reply.send(await listUses(service, sessionOf(request), asked));
    });

    app.patch('/api/links/:hash', CHANGE_SHARE, async (request, reply) => {
      requireSharing(sessionOf(request));
      const body = await readJson(request, NewShareBody, BODY);
      const isKept = body.expires === undefined || body.expires === null;
      const changed = await changeShare(service, sessionOf(request), hashOf(request), {
        password: body.password ?? undefined,
        expire: isKept ? undefined : expiryOf(durationOf(body, {}), Date.now()),
      });
      addAuditFacts(request, { about: changed.path });
      return reply.send(changed.shown);
    });

    app.post('/api/links/:hash/adopt', ADOPT_ITEM, async (request, reply) => {
      const adopted = await adoptItem(service, sessionOf(request), hashOf(request));
      addAuditFacts(request, { about: adopted.path });
      return reply.send(adopted.shown);
    });
  };
}

/** Returns the hash in the address of a deletion, which has the form of a path and may end with a slash. */
function hashBehindPrefix(request: FastifyRequest): string {
  const text = paramOf(request, '*');
  return text.endsWith('/') ? text.slice(0, -1) : text;
}

function hashOf(request: FastifyRequest): string {
  return paramOf(request, 'hash');
}
