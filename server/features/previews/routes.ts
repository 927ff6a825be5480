import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PREVIEW_SIZES, type PreviewSize } from '#contract/previews.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import type { FeatureSwitches } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { paramOf, pathOf } from '../../http/request.ts';
import type { Previews } from '../../images/previews.ts';
import { authorizePath } from '../../tree/authorize.ts';
import { listPictures } from '../../tree/list-pictures.ts';
import type { Tree } from '../../tree/tree.ts';
import { showPreview } from './show-preview.ts';
import {
  GET_FOLDER_PICTURES,
  GET_PREVIEW,
  GET_SHARED_PREVIEW,
  GET_TRASHED_PREVIEW,
  GET_VERSION_PREVIEW,
} from './route-declarations.ts';

export function previewRoutes(tree: Tree, previews: Previews, switches: FeatureSwitches) {
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
      isSwitchedOff: !(size === 'thumb' ? switches.thumbnails : switches.resizePreview),
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
  const sizes = PREVIEW_SIZES.join(', ');
  throw new AppError('invalid-request', `${text} is not a valid PreviewSize, try [${sizes}]`);
}
