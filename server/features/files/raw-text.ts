import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/authenticate.ts';
import { NEVER_STORED } from '../../http/security-headers.ts';
import type { FileToSend } from '../../http/send-file.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { authorizeAlso, type AuthorizedEntry } from '../../tree/authorize.ts';
import { readFile } from '../../tree/read-file.ts';
import type { Tree } from '../../tree/tree.ts';

/** Maximum size of a text that its worker returns in one message. Bytes. */
const SMALL_TEXT_BYTES = 128 * 1024;

/**
 * Returns the bytes of a text if `X-Encoding: true` requests them; the page detects the encoding. Returns undefined
 * for a file that is not an editable text (compatibility.md 3.3). The response must not be cached, because the same
 * address also has another one.
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
  return file && { ...file, inlineType: undefined, cacheControl: NEVER_STORED };
}
