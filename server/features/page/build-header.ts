import { BUILD_HEADER } from '#contract/page-build.ts';
import type { FastifyInstance } from 'fastify';

const TELLING = /^\/(?:api\/|health(?:[/?]|$))/;

/** Lets a page that is open for days learn of an update by any call that it makes anyway. Without a build there is nothing to tell. */
export function addBuildHeader(app: FastifyInstance, build: string | undefined): void {
  if (build === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (TELLING.test(request.url)) reply.header(BUILD_HEADER, build);
    done();
  });
}
