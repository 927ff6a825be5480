import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { PageConfig } from '#contract/page-config.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Retention } from '../../administration/settings/retention.ts';
import type { AllowedMethods } from '../../http/method-not-allowed.ts';
import { pathOf } from '../../http/request.ts';
import { sendFile } from '../../http/send-file.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { Database } from '../../metadata/database.ts';
import { readAuthSettings, readGlobalSettings } from '../../metadata/settings.ts';
import { readLogo, readLogoFacts, type StoredLogo } from '../../metadata/logo.ts';
import { type BrandingFile, type BrandingFolder, LOGO_PATH } from './branding-folder.ts';
import type { PageSource } from './built-page.ts';
import { contentPolicy } from './content-policy.ts';
import { pageConfigOf, type PageFacts } from './page-config.ts';
import type { DescribeShare } from './share-preview.ts';
import {
  captchaHostIn,
  manifestOf,
  type PageFilling,
  renderIndex,
  renderShare,
} from './render-page.ts';

export interface PageService {
  readonly db: Database;
  readonly facts: Omit<PageFacts, 'trash' | 'versions'>;
  readonly retention: Pick<Retention, 'trash' | 'versions'>;
  readonly source: PageSource;
  readonly branding: BrandingFolder;
  readonly describeShare: DescribeShare;
}

const OPEN = { config: { access: 'open' } } as const;

/** Serves the files of the pages and further files that browsers request. */
export function pageRoutes(service: PageService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/static/manifest.json', OPEN, async (_request, reply) =>
      reply
        .header('content-type', 'application/manifest+json')
        .send(manifestOf(await configOf(service), { isMaskable: await isMaskable(service) })),
    );
    await app.register(fastifyStatic, {
      root: service.source.folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
    });
    app.get('/static/*', OPEN, async (request, reply) => {
      const { path } = pathOf(request);
      const own = path.startsWith('/assets/') ? undefined : await ownFile(service, path);
      const cacheControl = cacheControlOf(request, path);
      if (own !== undefined) return sendBranding(request, reply, { path, own, cacheControl });
      if (!isAsset(path)) return sendStatus(reply, 404);
      reply.header('cache-control', cacheControl).header('x-content-type-options', 'nosniff');
      if (PDF_READER.test(path)) reply.header('content-security-policy', PDF_READER_POLICY);
      return reply.sendFile(path.slice(1), path.startsWith('/assets/') ? NEVER_CHANGED : {});
    });
  };
}

/** Excludes the HTML, which needs to be filled in, and the metadata of the build. */
function isAsset(path: string): boolean {
  return path.startsWith('/assets/') || path.startsWith('/img/');
}

/** Path of the web worker that renders PDFs where the browser does not. It contains WebAssembly decoders of some image formats. */
const PDF_READER = /^\/assets\/pdf\.worker\b/;
/** Content security policy of that worker, which gets its data from the page and loads nothing itself. */
const PDF_READER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** Names below assets/ contain a hash of the contents. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers never ask whether these files have changed. Without what they would ask by, a first view is 1 KiB smaller. */
const NEVER_CHANGED = { etag: false, lastModified: false, acceptRanges: false };
const FOR_A_DAY = 'public, max-age=86400';

/** Our pages add a query to the address of a file that may have changed. */
function cacheControlOf({ url }: FastifyRequest, path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  return url.includes('?') ? 'no-cache' : FOR_A_DAY;
}

/**
 * Returns false if the operator has an icon of their own but no maskable one, so that the built-in one is not mixed
 * with it.
 */
async function isMaskable(service: PageService): Promise<boolean> {
  if ((await ownFile(service, MASKABLE_ICON)) !== undefined) return true;
  return (await ownFile(service, PLAIN_ICON)) === undefined;
}

// The casts are safe, because these are valid paths.
const MASKABLE_ICON = '/img/icons/maskable-512x512.png' as TreePath;
const PLAIN_ICON = '/img/icons/android-chrome-512x512.png' as TreePath;

/** Returns the file of the branding folder, or the uploaded logo, that replaces a built-in file or is an additional one. */
async function ownFile(
  { db, branding }: PageService,
  path: TreePath,
): Promise<BrandingFile | undefined> {
  const settings = await readGlobalSettings(db.read);
  const found = await branding.read(settings.branding.files, path);
  if (found !== undefined || path !== LOGO_PATH) return found;
  const logo = await readLogo(db.read);
  return logo && fileOfLogo(logo);
}

function fileOfLogo({ type, at, bytes }: StoredLogo): BrandingFile {
  const stat = {
    kind: 'file',
    size: bytes.length,
    modifiedNs: BigInt(at) * NS_PER_MS,
    mode: 0,
    identity: 'logo',
    fingerprint: '',
  } as const;
  return { type, contents: { kind: 'whole', stat, bytes } };
}

const NS_PER_MS = 1_000_000n;

/**
 * Sends a file with the same restrictions as an uploaded one, because people who may change the branding folder need
 * not be trusted with the page.
 */
function sendBranding(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, own, cacheControl }: OwnFileToSend,
): Promise<FastifyReply> {
  return sendFile(request, reply, {
    contents: own.contents,
    name: nameOf(path),
    modifiedNs: own.contents.stat.modifiedNs,
    inlineType: own.type,
    cacheControl,
    isUnrecorded: true,
  });
}

interface OwnFileToSend {
  readonly path: TreePath;
  readonly own: BrandingFile;
  readonly cacheControl: string;
}

/** Handles requests without a route: a refusal for another method of a known address, a page for GET of a browser, otherwise a refusal. */
export function handleNotFound(service: PageService, allowedMethods: AllowedMethods) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const allowed = allowedMethods(request.url);
    // With an allowed method, the request comes from a route that has found nothing.
    if (allowed !== undefined && !allowed.includes(request.method)) {
      return sendStatus(reply.header('allow', allowed.join(', ')), 405);
    }
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (/^\/(?:api|static)(?:[/?]|$)/.test(request.url)) {
      // A missing file may exist after an update, so its absence must not be cached for long.
      return sendStatus(reply.removeHeader('cache-control'), 404);
    }
    if (!isPage) return sendStatus(reply.header('allow', 'GET, HEAD'), 405);
    const nonce = randomBytes(16).toString('base64');
    const hash = shareHashIn(request.url);
    const filling = { config: await configOf(service), nonce };
    const html =
      hash === undefined
        ? await indexPage(service, request, filling)
        : await sharePage(service, request, filling, hash);
    // Visitors of shares do not log in.
    const captchaHost = hash === undefined ? captchaHostIn(filling.config) : undefined;
    return reply
      .status(200)
      .headers(pageHeaders(contentPolicy(nonce, captchaHost)))
      .headers(hash === undefined ? {} : FOR_SHARES)
      .header('content-type', 'text/html; charset=utf-8')
      .send(html);
  };
}

/** Returns the hash in an address that begins with `/share`, '' without a hash; undefined for other addresses. */
function shareHashIn(url: string): string | undefined {
  const found = /^\/share(?:\/([^/?]*)[^?]*)?(?:\?|$)/.exec(url);
  // The address has been decoded and encoded again before, so its escapes are valid.
  return found === null ? undefined : decodeURIComponent(found[1] ?? '');
}

async function indexPage(
  service: PageService,
  { originalUrl }: FastifyRequest,
  filling: PageFilling,
): Promise<string> {
  const template = await service.source.read('index', originalUrl, filling.nonce);
  return renderIndex(template, filling);
}

async function sharePage(
  service: PageService,
  { originalUrl, address }: FastifyRequest,
  filling: PageFilling,
  hash: string,
): Promise<string> {
  const template = await service.source.read('share', originalUrl, filling.nonce);
  const share = await service.describeShare(hash, address);
  return renderShare(template, filling, share);
}

/** The address of a share is secret, so it must not reach other sites or search engines. */
const FOR_SHARES = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

async function configOf({ db, facts, retention, branding }: PageService): Promise<PageConfig> {
  const settings = await readGlobalSettings(db.read);
  const hasCustomCss = await branding.hasCustomCss(settings.branding.files);
  const logoAt = (await readLogoFacts(db.read))?.at;
  const now = { trash: retention.trash.isOn, versions: retention.versions.isOn };
  return pageConfigOf({ ...facts, ...now }, settings, await readAuthSettings(db.read), {
    hasCustomCss,
    logoAt,
  });
}

function pageHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}
