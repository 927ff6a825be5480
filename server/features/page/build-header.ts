import { BUILD_HEADER } from '#contract/page-build.ts';
import type { FastifyInstance } from 'fastify';

/** Addresses of calls, whose responses the page compares with its own build. */
const CALLS = /^\/(?:api\/|health(?:[/?]|$))/;

/** Adds the build of the page to the responses of calls, so that a page that is open for days notices an update. Does nothing without a build. */
export function addBuildHeader(app: FastifyInstance, build: string | undefined): void {
  if (build === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (CALLS.test(request.url)) reply.header(BUILD_HEADER, build);
    done();
  });
}
