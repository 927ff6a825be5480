import { BUILD_HEADER } from '#contract/page-build.ts';
import type { FastifyInstance } from 'fastify';

const CHECKED_BY_PAGES = /^\/(?:api\/|health(?:[/?]|$))/;

/** Adds the build to responses, so that a page that is open for days notices an update. Does nothing without a build. */
export function addBuildHeader(app: FastifyInstance, build: string | undefined): void {
  if (build === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (CHECKED_BY_PAGES.test(request.url)) reply.header(BUILD_HEADER, build);
    done();
  });
}
