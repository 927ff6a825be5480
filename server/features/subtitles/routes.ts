import { nameOf, type TreePath } from '#contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { holdMemory } from '../../http/reply-memory.ts';
import { isFlagSet, pathOf } from '../../http/request.ts';
import { bytesReply, flagParam, route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { readFile, type ReadableFile } from '../../tree/read-file.ts';
import { authorizePath } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';
import { extensionOf } from '../../file-types/extensions.ts';
import { SUBTITLE_FORMATS, type SubtitleFormat } from './convert/subtitle-formats.ts';
import type { SubtitlePool } from './subtitle-pool.ts';

/** Maximum size of a subtitle file in bytes. Typeset subtitles of several hours are a few megabytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Without a charset, as in File Browser 2: WebVTT is always UTF-8. */
const WEBVTT = 'text/vtt';

const GET_SUBTITLES = route({
  access: 'authenticated',
  group: 'Downloads and previews',
  summary: 'Get subtitles as WebVTT',
  description: 'Converts a file in SRT, VTT, ASS or SSA format, in any encoding.',
  query: { inline: flagParam('Shows the subtitles in the browser instead of saving them.') },
  replies: {
    200: bytesReply('The subtitles, in UTF-8.', WEBVTT),
    206: bytesReply('Ranges of the subtitles.', WEBVTT),
    304: { description: 'The subtitles have not changed.' },
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-large', 'too-many-requests'],
});

/** Conversions share a thread, and a video may have dozens of languages. */
const CONVERSIONS = { maxConcurrent: 4, maxPerUser: 2, maxQueued: 64 };

export function subtitleRoutes(tree: Tree, pool: SubtitlePool) {
  const limiter = new ConcurrencyLimiter(CONVERSIONS);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/subtitle/*', GET_SUBTITLES, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      authorizePath(actor, 'download', path);
      const format = formatOf(path);
      const file = await withSlot(reply, limiter, actor.account, () =>
        readConverted({ tree, pool, actor }, path, format),
      );
      holdMemory(reply, file.contents.stat.size);
      const inlineType = isFlagSet(request, 'inline') ? WEBVTT : undefined;
      return sendFile(request, reply, { ...file, inlineType, attachedType: WEBVTT });
    });
  };
}

function formatOf(path: TreePath): SubtitleFormat {
  const extension = extensionOf(nameOf(path)).toLowerCase();
  const format = SUBTITLE_FORMATS.find((known) => extension === `.${known}`);
  if (format === undefined) throw new AppError('invalid-request', 'not a known subtitle format');
  return format;
}

interface Source {
  readonly tree: Tree;
  readonly pool: SubtitlePool;
  readonly actor: Actor;
}

/** Reads a file and converts it to WebVTT. Throws `invalid-request` for a folder, and `too-large`. */
async function readConverted(
  { tree, pool, actor }: Source,
  path: TreePath,
  format: SubtitleFormat,
): Promise<ReadableFile> {
  const file = await readFile(tree, actor, path, { wholeUpTo: MAX_BYTES });
  if (file === undefined) throw new AppError('invalid-request', 'a folder has no subtitles');
  const { contents } = file;
  if (contents.kind === 'open') {
    await contents.file.close();
    throw new AppError('too-large', `the subtitles have more than ${MAX_BYTES} bytes`);
  }
  const bytes = await pool.convert({ format, bytes: contents.bytes });
  const stat = { ...contents.stat, size: bytes.length };
  return { ...file, contents: { kind: 'whole', stat, bytes } };
}
