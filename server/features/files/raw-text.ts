import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/authenticate.ts';
import { NEVER_STORED } from '../../http/security-headers.ts';
import type { FileToSend } from '../../http/send-file.ts';
import { shownNameOf } from '../../http/visitors.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { authorizeAlso, type AuthorizedEntry } from '../../tree/authorize.ts';
import { readFile } from '../../tree/read-file.ts';
import type { Tree } from '../../tree/tree.ts';

/** Maximum size of a text that its worker returns in one message. Bytes. */
const SMALL_TEXT_BYTES = 128 * 1024;

/**
 * Opens a text whose bytes `X-Encoding: true` requests; the page detects the encoding. Returns undefined without this header, and for a
 * file that is not an editable text (compatibility.md 3.3). Throws `forbidden` without the permission to download. The response must not
 * be cached, because the same address also returns JSON.
 */
export async function rawTextFor(
  request: FastifyRequest,
  tree: Tree,
  entry: AuthorizedEntry,
): Promise<FileToSend | undefined> {
  if (request.headers['x-encoding'] !== 'true') return undefined;
  const actor = actorOf(request);
  authorizeAlso(actor, 'download', entry);
  const { type } = await describeFile(tree, actor, entry, { echoedPath: '', withText: false });
  if (type !== 'text') return undefined;
  const file = await readFile(tree, actor, entry.path, { wholeUpTo: SMALL_TEXT_BYTES });
  const name = shownNameOf(request, entry.path);
  return file && { ...file, name, inlineType: undefined, cacheControl: NEVER_STORED };
}
