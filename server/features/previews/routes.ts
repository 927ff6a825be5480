import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PictureNames, type PictureSizes } from '#contract/picture-sizes.ts';
import { PREVIEW_SIZES, type PreviewSize } from '#contract/previews.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import type { FeatureSwitches } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { paramOf, pathOf, readJson } from '../../http/request.ts';
import type { Previews } from '../../images/previews.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { authorizePath } from '../../tree/authorize.ts';
import { listPictures } from '../../tree/list-pictures.ts';
import type { Tree } from '../../tree/tree.ts';
import { PictureSizesCache } from './picture-sizes.ts';
import { showPreview } from './show-preview.ts';
import {
  GET_FOLDER_PICTURES,
  GET_PICTURE_SIZES,
  GET_PREVIEW,
  GET_SHARED_PREVIEW,
  GET_TRASHED_PREVIEW,
  GET_VERSION_PREVIEW,
} from './route-declarations.ts';

/** Room for the longest names in the longest list. */
const MAX_NAMES_BYTES = 512 * 1024;
/** Limits calls that read headers, each of some hundred files. */
const SIZE_CALLS = { maxConcurrent: 8, maxPerUser: 2, maxQueued: 16 };

export function previewRoutes(tree: Tree, previews: Previews, switches: FeatureSwitches) {
  const sizes = new PictureSizesCache();
  const limiter = new ConcurrencyLimiter(SIZE_CALLS);
  async function preview(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const actor = actorOf(request);
    const size = paramOf(request, 'size');
    const path = toTreePath(actor, pathOf(request).path);
    // Checked before a response reveals anything about the requested item.
    authorizePath(actor, 'download', path);
    return showPreview(request, reply, {
      tree,
      previews,
      actor,
      path,
      size: sizeOf(size),
      isSwitchedOff: !(size === 'big' ? switches.resizePreview : switches.thumbnails),
    });
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/preview/:size/*', GET_PREVIEW, (request, reply) => preview(request, reply));
    app.get('/api/pictures/*', GET_FOLDER_PICTURES, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      authorizePath(actor, 'download', path);
      return reply.send(switches.thumbnails ? await listPictures(tree, actor, path) : []);
    });
    app.post('/api/picture-sizes/*', GET_PICTURE_SIZES, async (request, reply) => {
      const actor = actorOf(request);
      const folder = toTreePath(actor, pathOf(request).path);
      authorizePath(actor, 'download', folder);
      const { names } = await readJson(request, PictureNames, { maxBytes: MAX_NAMES_BYTES });
      await acquireSlot(reply, limiter, actor.account);
      const signal = disconnectSignal(reply);
      const found = await sizes.sizesOf(tree, actor, { folder, names, signal });
      return reply.send({ sizes: found } satisfies PictureSizes);
    });
    app.get('/api/trash/:id/preview/:size/*', GET_TRASHED_PREVIEW, (request, reply) =>
      preview(request, reply),
    );
    app.get('/api/version/:id/preview/:size/*', GET_VERSION_PREVIEW, (request, reply) =>
      preview(request, reply),
    );
    app.get('/api/public/preview/:size/:hash', GET_SHARED_PREVIEW, (request, reply) =>
      preview(request, reply),
    );
    app.get('/api/public/preview/:size/:hash/*', GET_SHARED_PREVIEW, (request, reply) =>
      preview(request, reply),
    );
  };
}

function sizeOf(text: string): PreviewSize {
  const size = PREVIEW_SIZES.find((known) => known === text);
  if (size !== undefined) return size;
  // The words of File Browser 2, which does not know "tile" (compatibility.md 5.2).
  throw new AppError('invalid-request', `${text} is not a valid PreviewSize, try [thumb, big]`);
}
