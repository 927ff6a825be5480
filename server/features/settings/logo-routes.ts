import { LOGO_TYPES, LOGO_URL, LogoState, type LogoType, MAX_LOGO_BYTES } from '#contract/logo.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { readBody } from '../../http/request.ts';
import { BYTES, jsonReply, route, statusText } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { Database } from '../../metadata/database.ts';
import { readLogoFacts, removeLogo, writeLogo } from '../../metadata/logo.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

const GET_LOGO = route({
  access: 'admin',
  group: 'Settings',
  summary: 'Get the origin of the logo',
  replies: { 200: jsonReply('Where the logo that is shown comes from.', LogoState) },
});

const PUT_LOGO = route({
  access: 'admin',
  audit: 'settings-change',
  group: 'Settings',
  summary: 'Upload a logo',
  description: `SVG, PNG, JPEG or WebP of at most ${MAX_LOGO_BYTES / 1024} KiB. Shown at once, to everyone who reaches the server.`,
  body: { content: Object.fromEntries(LOGO_TYPES.map((type) => [type, BYTES])) },
  replies: { 200: statusText('The logo is stored.') },
  refusals: ['invalid-request', 'too-large'],
});

const DELETE_LOGO = route({
  access: 'admin',
  audit: 'settings-change',
  group: 'Settings',
  summary: 'Remove the uploaded logo',
  replies: { 200: statusText('No uploaded logo is stored any more.') },
});

/** Name of the logo in the list of changed settings. */
const FIELD = 'branding.logo';

interface LogoService {
  readonly db: Database;
  /** The branding folder, whose logo comes before the uploaded one. */
  readonly branding: { hasLogo(folder: string): Promise<boolean> };
}

/** Mounts the routes with which administrators replace the logo. */
export function logoRoutes({ db, branding }: LogoService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(LOGO_URL, GET_LOGO, async (_request, reply) => {
      const isUploaded = (await readLogoFacts(db.read)) !== undefined;
      const own = isUploaded ? 'uploaded' : 'default';
      const { files } = (await readGlobalSettings(db.read)).branding;
      const source = (await branding.hasLogo(files)) ? 'folder' : own;
      return reply.send({ source, isUploaded } satisfies LogoState);
    });

    app.put(LOGO_URL, PUT_LOGO, async (request, reply) => {
      const bytes = await readBody(request, MAX_LOGO_BYTES);
      const type = typeOf(bytes);
      if (type === undefined) {
        throw new AppError('invalid-request', 'not an SVG, PNG, JPEG or WebP image');
      }
      await db.write((tx) => writeLogo(tx, { type, at: Date.now(), bytes }));
      addAuditFacts(request, { fields: [FIELD] });
      return sendStatus(reply, 200);
    });

    app.delete(LOGO_URL, DELETE_LOGO, async (request, reply) => {
      const isRemoved = await db.write((tx) => removeLogo(tx));
      addAuditFacts(request, { fields: [FIELD], recordsFailuresOnly: !isRemoved });
      return sendStatus(reply, 200);
    });
  };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Number of bytes within which the root element of an SVG image begins. */
const PROLOGUE_BYTES = 4_096;

/** Determines the type of an image from its first bytes; undefined for one that is not accepted. */
function typeOf(bytes: Buffer): LogoType | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const container = bytes.toString('latin1', 0, 12);
  if (container.startsWith('RIFF') && container.endsWith('WEBP')) return 'image/webp';
  const start = bytes
    .toString('utf8', 0, PROLOGUE_BYTES)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return start.startsWith('<') && /<svg[\s>]/.test(start) ? 'image/svg+xml' : undefined;
}
