import type { FileInfo, Sorting } from '#contract/files.ts';
import { ROOT } from '#contract/paths.ts';
import type { PublicFile } from '#contract/shares.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { pathOf } from '../../http/request.ts';
import { sendListing } from '../../http/send-listing.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { shownNameOf, visitorOf, type Visitor } from '../../http/visitors.ts';
import { withResolution } from '../../images/picture-resolution.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { openEntry } from '../../tree/list-folder.ts';
import type { Tree } from '../../tree/tree.ts';
import { extensionOf } from '../../file-types/extensions.ts';

const BY_LINK = { config: { access: 'share' } } as const;

/** A to Z: strangers have stored no other wish. */
const SORTING: Sorting = { by: 'name', asc: false };

/** Reading folders is work that users wait for as well: however many come by links, much is left to these. */
const SHOWN = { atOnce: 4, ofOne: 2, waitingOfOne: 500, keptForUsers: 0 };

interface Options {
  /** With how many pixels a picture has. */
  readonly includesResolution: boolean;
}

/** What links lead to, for those who have been let in by them (compatibility.md 6.3). What they download is another room's. */
export function publicShareRoutes(tree: Tree, options: Options) {
  const gate = new ConcurrencyLimiter(SHOWN);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { account } = visitorOf(request).actor;
    return withSlot(reply, gate, account, () => showNow({ tree, ...options }, request, reply));
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/public/share/:hash', BY_LINK, (request, reply) => show(request, reply));
    app.get('/api/public/share/:hash/*', BY_LINK, (request, reply) => show(request, reply));
  };
}

interface Showing extends Options {
  readonly tree: Tree;
}

async function showNow(
  { tree, includesResolution }: Showing,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visitor = visitorOf(request);
  const { actor, record } = visitor;
  const { path } = pathOf(request);
  const isItem = path === ROOT;
  const place = toTreePath(actor, path);
  const { entry, opened } = await openEntry(tree, actor, place);
  if (isItem && request.method === 'GET') record.opened();
  const { token } = visitor;
  const name = shownNameOf(request, place);
  if (opened === undefined) {
    const echoedPath = visitor.isFolder ? path : '';
    const info = await describeFile(tree, actor, entry, { echoedPath, withText: false });
    const told = includesResolution ? await withResolution(tree.driver, actor, entry, info) : info;
    return reply.send(tellFile(told, { visitor, name, token }));
  }
  return sendListing(request, reply, {
    tree,
    actor,
    folder: entry,
    descriptor: opened,
    sorting: SORTING,
    echoedPath: path,
    name,
    token,
  });
}

interface Telling {
  readonly visitor: Visitor;
  readonly name: string;
  readonly token: string | undefined;
}

function tellFile(info: FileInfo, { visitor, name, token }: Telling): PublicFile {
  const isText = info.type === 'text' || info.type === 'textImmutable';
  return {
    ...info,
    name,
    extension: extensionOf(name),
    ...(isText && { type: visitor.ownerMayModify ? 'text' : 'textImmutable' }),
    ...(token !== undefined && { token }),
  };
}
