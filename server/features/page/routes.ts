import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { PageConfig } from '#contract/page-config.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { Database } from '../../metadata/database.ts';
import { readAuthSettings, readGlobalSettings } from '../../metadata/settings.ts';
import type { PageSource } from './built-page.ts';
import { pageConfigOf, type PageFacts } from './page-config.ts';
import { manifestOf, renderPage } from './render-page.ts';

export interface PageService {
  readonly db: Database;
  readonly facts: PageFacts;
  readonly source: PageSource;
}

const OPEN = { config: { access: 'open' } } as const;

/** The index page for every address that is no call, and the files it is made of. */
export function pageRoutes(service: PageService) {
  return async (app: FastifyInstance): Promise<void> => {
    // Whatever a monitor sends, it is answered.
    app.all('/health', OPEN, (_request, reply) =>
      reply.header('content-type', 'text/plain; charset=utf-8').send('{"status":"OK"}'),
    );
    app.get('/static/manifest.json', OPEN, async (_request, reply) =>
      reply
        .header('content-type', 'application/manifest+json')
        .send(manifestOf(await configOf(service))),
    );
    await app.register(fastifyStatic, {
      root: service.source.folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
    });
    app.get('/static/*', OPEN, (request, reply) => {
      const { path } = pathOf(request);
      if (!isAsset(path)) return sendStatus(reply, 404);
      reply
        .header('cache-control', path.startsWith('/assets/') ? IMMUTABLE : FOR_A_DAY)
        .header('x-content-type-options', 'nosniff');
      return reply.sendFile(path.slice(1));
    });
  };
}

/** The page itself is filled in first, and what the build notes about itself is nobody's business. */
function isAsset(path: string): boolean {
  return path.startsWith('/assets/') || path.startsWith('/img/');
}

/** Names under assets/ carry a hash of their contents. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';

/** Answers what no route has: the page for a browser's GET, refusals for the rest. */
export function answerUnknown(service: PageService) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (/^\/(?:api|static)(?:[/?]|$)/.test(request.url)) {
      // What is missing may be there after an update: a file's long life in caches is not for its absence.
      return sendStatus(reply.removeHeader('cache-control'), 404);
    }
    if (!isPage) return sendStatus(reply.header('allow', 'GET, HEAD'), 405);
    const nonce = randomBytes(16).toString('base64');
    const template = await service.source.read(request.originalUrl, nonce);
    const html = renderPage(template, await configOf(service), nonce);
    return reply
      .status(200)
      .headers(pageHeaders(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      .send(html);
  };
}

async function configOf({ db, facts }: PageService): Promise<PageConfig> {
  return pageConfigOf(facts, await readGlobalSettings(db.read), await readAuthSettings(db.read));
}

/** Only what we built ourselves runs or is loaded; one nonce per answer for the script that configures it. */
function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}
