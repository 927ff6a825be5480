import { SELECTIONS_URL, type SelectionReply } from '#contract/archives.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { inlineType, type SniffedContents, utf16Of } from '../../http/content-headers.ts';
import { actorOf } from '../../http/authenticate.ts';
import { isFlagSet, pathOf } from '../../http/request.ts';
import { type FileToSend, sendFile } from '../../http/send-file.ts';
import { shownNameOf } from '../../http/visitors.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { closeContents, type ReadableFile, readFile } from '../../tree/read-file.ts';
import type { Tree } from '../../tree/tree.ts';
import { extensionOf } from '../../file-types/extensions.ts';
import { hasBinaryBytes, sniffType, SNIFFED_BYTES } from '../../file-types/sniff.ts';
import type { FileContents } from '../../storage/driver.ts';
import { downloadArchive } from './download-archive.ts';
import { keepSelection } from './keep-selection.ts';
import { redirectToStorage } from './redirect-to-storage.ts';
import {
  DOWNLOAD_ITEM,
  DOWNLOAD_SHARE,
  DOWNLOAD_TRASHED,
  DOWNLOAD_VERSION,
  SELECT_ITEMS,
  SELECT_SHARED_ITEMS,
} from './route-declarations.ts';
import type { SelectionReader } from './selection-reader.ts';
import type { SelectionStore } from './selections.ts';

/** Maximum size of a file that its worker returns in one message. Bytes. */
const SMALL_FILE_BYTES = 128 * 1024;

/** Limits archives, which hold buffers, keep a core or two busy, and take long on slow connections. */
const ARCHIVES = { maxConcurrent: 8, maxPerUser: 4, maxQueued: 16 };
/** Parsing a selection takes many times its size in memory. */
const SELECTIONS_READ = { maxConcurrent: 8, maxPerUser: 1, maxQueued: 16 };

export function downloadRoutes(tree: Tree, reader: SelectionReader, selections: SelectionStore) {
  const archiveLimiter = new ConcurrencyLimiter(ARCHIVES);
  const selectionLimiter = new ConcurrencyLimiter(SELECTIONS_READ);

  async function download(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const actor = actorOf(request);
    const path = toTreePath(actor, pathOf(request).path);
    const file = await readFile(tree, actor, path, {
      wholeUpTo: SMALL_FILE_BYTES,
      isReleased: true,
    });
    if (file === undefined) {
      const archives = { driver: tree.driver, selections, limiter: archiveLimiter };
      return downloadArchive(request, reply, { archives, actor, folder: path });
    }
    let answer: FileToSend | undefined;
    try {
      const name = shownNameOf(request, path);
      const { contents } = file;
      const isRedirected = await redirectToStorage(request, reply, { contents, name });
      if (!isRedirected) answer = { ...file, name, ...(await factsFor(request, file)) };
    } catch (error) {
      await closeContents(file.contents);
      throw error;
    }
    if (answer !== undefined) return sendFile(request, reply, answer);
    await closeContents(file.contents);
    return reply;
  }

  async function factsFor(request: FastifyRequest, { name, contents }: ReadableFile) {
    const isInline = isFlagSet(request, 'inline');
    return {
      inlineType: isInline
        ? inlineType(extensionOf(name), await sniffedContents(contents))
        : undefined,
      sha256: (await tree.digests.find(contents.stat))?.sha256,
    };
  }

  async function keep(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const id = await keepSelection(request, reply, {
      reader,
      selections,
      limiter: selectionLimiter,
    });
    return reply.send({ id } satisfies SelectionReply);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/raw/*', DOWNLOAD_ITEM, (request, reply) => download(request, reply));
    app.get('/api/trash/:id/raw/*', DOWNLOAD_TRASHED, (request, reply) => download(request, reply));
    app.get('/api/version/:id/raw/*', DOWNLOAD_VERSION, (request, reply) =>
      download(request, reply),
    );
    app.get('/api/public/dl/:hash', DOWNLOAD_SHARE, (request, reply) => download(request, reply));
    app.get('/api/public/dl/:hash/*', DOWNLOAD_SHARE, (request, reply) => download(request, reply));
    app.post(SELECTIONS_URL, SELECT_ITEMS, (request, reply) => keep(request, reply));
    app.post('/api/public/selections/:hash', SELECT_SHARED_ITEMS, (request, reply) =>
      keep(request, reply),
    );
  };
}

async function sniffedContents(contents: FileContents): Promise<SniffedContents> {
  const head = await headOf(contents);
  return { type: sniffType(head), isText: !hasBinaryBytes(head), charset: utf16Of(head) };
}

async function headOf(contents: FileContents): Promise<Uint8Array> {
  if (contents.kind === 'whole') return contents.bytes.subarray(0, SNIFFED_BYTES);
  const head = new Uint8Array(SNIFFED_BYTES);
  return head.subarray(0, await contents.file.readInto(head, 0));
}
