import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jsonReply, PLAIN_TEXT, route } from '../../http/route.ts';
import type { DescribedServer } from './document.ts';

const GET_DOCUMENT = route({
  access: 'open',
  group: 'Server',
  summary: 'Get the OpenAPI document',
  replies: { 200: jsonReply('An OpenAPI 3.1 document.', { json: { type: 'object' } }) },
});

const GET_PAGE = route({
  access: 'open',
  group: 'Server',
  summary: 'Get the API documentation',
  replies: { 200: { description: 'An HTML page.', content: { 'text/html': PLAIN_TEXT } } },
});

/** Describes the API to programs and developers. */
export function apiDescriptionRoutes(server: DescribedServer) {
  // Created on the first request, so that it does not slow down the start.
  const read = once(async () => {
    const [{ describeApi }, { readablePage, STYLE }] = await Promise.all([
      import('./document.ts'),
      import('./readable-page.ts'),
    ]);
    const document = describeApi(server);
    return {
      document: JSON.stringify(document),
      page: readablePage(document),
      policy: policyFor(STYLE),
    };
  });

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/openapi.json', GET_DOCUMENT, async (_request, reply) => {
      const { document } = await read();
      return reply.header('content-type', 'application/json; charset=utf-8').send(document);
    });

    app.get('/api/docs', GET_PAGE, async (_request, reply) => {
      const { page, policy } = await read();
      return reply
        .header('content-security-policy', policy)
        .header('content-type', 'text/html; charset=utf-8')
        .send(page);
    });
  };
}

/** Allows only the style of the page. */
function policyFor(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
