import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DescribedServer } from './document.ts';
import { API_DESCRIPTION_URL, API_PAGE_URL } from './operations/server.ts';

/** It tells nothing of anybody's files, and is the same for everybody. */
const OPEN = { config: { access: 'open' } } as const;

/** What can be asked of this server, for programs and for those who write them. */
export function apiDescriptionRoutes(server: DescribedServer) {
  // Few ask for it: it is not made before somebody does.
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
    app.get(API_DESCRIPTION_URL, OPEN, async (_request, reply) => {
      const { document } = await read();
      return reply.header('content-type', 'application/json; charset=utf-8').send(document);
    });

    app.get(API_PAGE_URL, OPEN, async (_request, reply) => {
      const { page, policy } = await read();
      return reply
        .header('content-security-policy', policy)
        .header('content-type', 'text/html; charset=utf-8')
        .send(page);
    });
  };
}

/** The page has a style of its own, and nothing else. */
function policyFor(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
