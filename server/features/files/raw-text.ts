import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/authenticate.ts';
import { NEVER_STORED } from '../../http/security-headers.ts';
import type { FileToSend } from '../../http/send-file.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { authorizeAlso, type AuthorizedEntry } from '../../tree/authorize.ts';
import { readFile } from '../../tree/read-file.ts';
import type { Tree } from '../../tree/tree.ts';

/** Up to so many bytes a text comes from its worker whole, in one message. */
const SMALL_TEXT_BYTES = 128 * 1024;

/**
 * The bytes of a text as they are, when that is what `X-Encoding: true` asks for: whatever its encoding is, the page finds
 * it out. Undefined for what is no text, or none that may be changed (compatibility.md 3.3). Nobody keeps the answer: at the same
 * address there is another one.
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
