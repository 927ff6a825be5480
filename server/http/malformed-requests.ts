import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { AppError } from '../errors.ts';
import { BYTES } from './content-headers.ts';
import { isContradictory } from './request.ts';
import { specialTargetOf } from './target.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A query parameter that may be given several times, for `textsOf`. */
    repeatedParam?: string;
  }
}

/** Refuses requests that are malformed for every route, and redirects the base path without a slash. */
export function rejectMalformedRequests(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    replaceContentType(request);
    const special = specialTargetOf(request.raw);
    if (special?.kind === 'base') redirectToBase(reply, baseUrl);
    else if (special !== undefined) done(new AppError('invalid-path', special.reason));
    else done(refusalOf(request));
  });
}

/** Replaces the type of a body, because Fastify refuses missing and invalid types. Only tus requests need theirs. */
function replaceContentType({ raw: { headers } }: FastifyRequest): void {
  if (headers['content-type'] !== TUS_CONTENT_TYPE) headers['content-type'] = BYTES;
}

function redirectToBase(reply: FastifyReply, baseUrl: string): void {
  void reply
    .status(301)
    .header('location', `${baseUrl}/`)
    .type('text/html; charset=utf-8')
    .send(`<a href="${baseUrl}/">Moved Permanently</a>.\n`);
}

function refusalOf(request: FastifyRequest): AppError | undefined {
  if (isContradictory(request.query, request.routeOptions.config.repeatedParam)) {
    return new AppError('invalid-request', 'a parameter is given twice with different values');
  }
  return hasTwoHosts(request) ? new AppError('invalid-request', 'more than one Host') : undefined;
}

function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
