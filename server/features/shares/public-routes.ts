import type { FileInfo, Sorting } from '#contract/files.ts';
import { ROOT } from '#contract/paths.ts';
import { PublicFile, PublicFolder } from '#contract/shares.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toTreePath } from '../../access/actor-paths.ts';
import { pathOf } from '../../http/request.ts';
import { prepareListing } from '../../http/prepare-listing.ts';
import { jsonReply, route, SHARE_HASH, SHARE_TOKEN } from '../../http/route.ts';
import { type SendReply, withSlot } from '../../http/concurrency-limit.ts';
import { shownNameOf, visitorOf, type Visitor } from '../../http/visitors.ts';
import { withResolution } from '../../images/picture-resolution.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { openEntry } from '../../tree/list-folder.ts';
import type { Tree } from '../../tree/tree.ts';
import { extensionOf } from '../../file-types/extensions.ts';

const SHOW_SHARE = route({
  access: 'share',
  group: 'Share visitors',
  summary: 'Get the shared item',
  params: SHARE_HASH,
  query: SHARE_TOKEN,
  replies: {
    200: jsonReply('The folder with its items, or the file.', z.union([PublicFolder, PublicFile])),
  },
  refusals: ['invalid-path', 'too-many-requests'],
});

/** Sorts from A to Z, because visitors have no stored preference. */
const SORTING: Sorting = { by: 'name', asc: false };

/** Limits of concurrent requests of visitors, so that most of the capacity for reading folders is left for users. */
const VISITOR_LIMITS = { maxConcurrent: 4, maxPerUser: 2, maxQueued: 500, reservedForUsers: 0 };

interface Options {
  /** Adds the resolution of pictures. */
  readonly includesResolution: boolean;
}

/** Shows shared items to visitors (compatibility.md 6.3). */
export function publicShareRoutes(tree: Tree, options: Options) {
  const limiter = new ConcurrencyLimiter(VISITOR_LIMITS);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { account } = visitorOf(request).actor;
    const send = await withSlot(reply, limiter, account, () =>
      prepareItem({ tree, ...options }, request, reply),
    );
    return send();
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/public/share/:hash', SHOW_SHARE, (request, reply) => show(request, reply));
    app.get('/api/public/share/:hash/*', SHOW_SHARE, (request, reply) => show(request, reply));
  };
}

interface Services extends Options {
  readonly tree: Tree;
}

async function prepareItem(
  { tree, includesResolution }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SendReply> {
  const visitor = visitorOf(request);
  const { actor, record } = visitor;
  const { path } = pathOf(request);
  const isItem = path === ROOT;
  const treePath = toTreePath(actor, path);
  const { entry, opened } = await openEntry(tree, actor, treePath);
  if (isItem && request.method === 'GET') record.opened();
  const { token } = visitor;
  const name = shownNameOf(request, treePath);
  if (opened === undefined) {
    const echoedPath = visitor.isFolder ? path : '';
    const info = await describeFile(tree, actor, entry, { echoedPath, withText: false });
    const file = includesResolution ? await withResolution(tree.driver, actor, entry, info) : info;
    return () => reply.send(publicFileOf(file, { visitor, name, token }));
  }
  return prepareListing(request, reply, {
    tree,
    actor,
    folder: entry,
    descriptor: opened,
    sorting: SORTING,
    echoedPath: path,
    // It may contain a share token.
    isCacheable: false,
    name,
    token,
  });
}

interface VisitorView {
  readonly visitor: Visitor;
  readonly name: string;
  readonly token: string | undefined;
}

function publicFileOf(info: FileInfo, { visitor, name, token }: VisitorView): PublicFile {
  const isText = info.type === 'text' || info.type === 'textImmutable';
  return {
    ...info,
    name,
    extension: extensionOf(name),
    ...(isText && { type: visitor.ownerMayModify ? 'text' : 'textImmutable' }),
    ...(token !== undefined && { token }),
  };
}
