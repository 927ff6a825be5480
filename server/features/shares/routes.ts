import { SHARE_COLUMNS, type Share, type ShareColumn } from '#contract/shares.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestSession } from '../../access/authenticator.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { type PageAsked, pageIn, sendPage, sendSlices } from '../../http/list-pages.ts';
import { pathOf, queryOf, readJson } from '../../http/request.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { adoptItem } from './adopt-item.ts';
import { createShare } from './create-share.ts';
import { listAllShares, listSharesOf } from './list-shares.ts';
import { listUses } from './list-uses.ts';
import { durationOf, expiryOf, NewShareBody } from './new-share-body.ts';
import { pageOfShares } from './page-of-shares.ts';
import { revokeShare } from './revoke-share.ts';
import { requireSharing, type ShareService } from './shares.ts';

const SIGNED_IN = { config: { access: 'authenticated' } } as const;
const MAKING = { config: { access: 'authenticated', audit: 'share-make' } } as const;
const CHANGING = { config: { access: 'authenticated', audit: 'share-change' } } as const;
const REMOVING = { config: { access: 'authenticated', audit: 'share-remove' } } as const;
/** Clients of the predecessor know the reason (compatibility.md 6.2). */
const BODY = { maxBytes: 64 * 1_024, whenEmpty: 'failed to decode body: EOF' };

/** The item of each link is looked for, and somebody may have thousands. */
const LISTS = { atOnce: 4, ofOne: 1, waitingOfOne: 50 };

/** Links, for those who hand them out. */
export function shareRoutes(service: ShareService) {
  const gate = new ConcurrencyLimiter(LISTS);

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    find: (asker: RequestSession) => AsyncIterable<Share[]>,
  ): Promise<FastifyReply> {
    const asker = sessionOf(request);
    return withSlot(reply, gate, asker.actor.account, () => sendSlices(reply, find(asker)));
  }

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: PageAsked<ShareColumn>,
  ): Promise<FastifyReply> {
    const asker = sessionOf(request);
    const found = await withSlot(reply, gate, asker.actor.account, () =>
      pageOfShares(service, asker, asked),
    );
    return sendPage(reply, asked, found);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/shares', SIGNED_IN, (request, reply) => {
      const asked = pageIn(request, SHARE_COLUMNS);
      if (asked !== undefined) return page(request, reply, asked);
      return list(request, reply, (asker) => listAllShares(service, asker));
    });

    app.get('/api/share/*', SIGNED_IN, (request, reply) =>
      list(request, reply, (asker) => listSharesOf(service, asker, pathOf(request))),
    );

    app.post('/api/share/*', MAKING, async (request, reply) => {
      requireSharing(sessionOf(request));
      const asked = pathOf(request);
      const body = await readJson(request, NewShareBody, BODY);
      // As they are when the body is there, which may have taken its time.
      const asker = sessionOf(request);
      requireSharing(asker);
      const expire = expiryOf(durationOf(body, queryOf(request)), Date.now());
      const wanted = { ...asked, password: body.password ?? '', expire };
      return reply.send(await createShare(service, asker, wanted));
    });

    app.delete('/api/share/*', REMOVING, async (request, reply) => {
      const hash = hashBehindPrefix(request);
      const { place } = await revokeShare(service, sessionOf(request), hash);
      addAuditFacts(request, { about: place });
      return sendStatus(reply, 200);
    });

    app.get('/api/links/:hash/uses', SIGNED_IN, async (request, reply) => {
      const { before } = queryOf(request);
      const asked = { hash: hashOf(request), before };
      return reply.send(await listUses(service, sessionOf(request), asked));
    });

    app.post('/api/links/:hash/adopt', CHANGING, async (request, reply) => {
      const adopted = await adoptItem(service, sessionOf(request), hashOf(request));
      addAuditFacts(request, { about: adopted.place });
      return reply.send(adopted.shown);
    });
  };
}

/** The path of a deletion shares its route with paths of items; clients may end it in a slash. */
function hashBehindPrefix(request: FastifyRequest): string {
  // The route has this parameter.
  const { '*': text } = request.params as { readonly '*': string };
  return text.endsWith('/') ? text.slice(0, -1) : text;
}

function hashOf(request: FastifyRequest): string {
  // Routes that use this have a ':hash'.
  return (request.params as { readonly hash: string }).hash;
}
