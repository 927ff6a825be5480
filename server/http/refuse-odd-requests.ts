import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isContradictory } from './request.ts';
import { targetOf } from './target.ts';

/** What is wrong with a request whatever route it is for. */
export function refuseOddRequests(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const target = targetOf(request.raw);
    if (target.kind === 'refused') throw new AppError('invalid-path', target.reason);
    if (target.kind === 'base') {
      return reply
        .status(301)
        .header('location', `${baseUrl}/`)
        .type('text/html; charset=utf-8')
        .send(`<a href="${baseUrl}/">Moved Permanently</a>.\n`);
    }
    if (isContradictory(request.query)) {
      throw new AppError('invalid-request', 'a parameter is given twice with different values');
    }
    if (hasTwoHosts(request)) throw new AppError('invalid-request', 'more than one Host');
    return undefined;
  });
}

function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
