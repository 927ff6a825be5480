import { ARCHIVE_EXTENSION, ARCHIVE_FORMATS, type ArchiveFormat } from '#contract/archives.ts';
import type { TreePath } from '#contract/paths.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { type Archives, openArchive, type Wanted } from '../../archives/open-archive.ts';
import { AppError } from '../../errors.ts';
import { BYTES } from '../../http/content-headers.ts';
import { queryOf } from '../../http/request.ts';
import { sendArchive } from '../../http/send-archive.ts';
import { ConcurrencyGate } from '../../lib/concurrency-gate.ts';
import type { Selections } from './selections.ts';
import { archiveName, wantedFiles, wantedSelection } from './wanted.ts';

/** So many archives are made at a time; each holds buffers, and keeps a core or two busy. */
const gate = new ConcurrencyGate({ atOnce: 4, waiting: 32 });

/** What the predecessor's clients know them by. */
const TYPES: Partial<Readonly<Record<ArchiveFormat, string>>> = {
  zip: 'application/zip',
  targz: 'application/x-gzip',
};

interface Asked {
  readonly archives: Archives & { readonly selections: Selections };
  readonly actor: Actor;
  /** The folder whose path was asked for, from the server's root. */
  readonly folder: TreePath;
}

/** Answers with a folder, or with some of what is in it, as one archive. */
export async function downloadArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { archives, actor, folder }: Asked,
): Promise<FastifyReply> {
  const format = formatOf(request);
  const wanted = wantedOf(request, { archives, actor, folder });
  const left = new AbortController();
  reply.raw.once('close', () => left.abort(new AppError('invalid-request', 'the client has left')));
  const sent = await gate.run(async () => {
    left.signal.throwIfAborted();
    const opened = await openArchive(archives, actor, wanted, { format, signal: left.signal });
    const name = `${archiveName(actor.home, wanted)}${ARCHIVE_EXTENSION[format]}`;
    try {
      return await sendArchive(request, reply, { name, type: TYPES[format] ?? BYTES, ...opened });
    } finally {
      // Also what nobody has asked for any chunk of, as for HEAD.
      left.abort();
    }
  });
  if (sent === undefined)
    throw new AppError('too-many-requests', 'too many archives are being made');
  return sent;
}

function formatOf(request: FastifyRequest): ArchiveFormat {
  const algo = queryOf(request)['algo'] ?? '';
  if (algo === '' || algo === 'true') return 'zip';
  const format = ARCHIVE_FORMATS.find((known) => known === algo);
  if (format === undefined) throw new AppError('invalid-request', 'an unknown kind of archive');
  return format;
}

function wantedOf(request: FastifyRequest, { archives, actor, folder }: Asked): Wanted {
  const { files = '', selection } = queryOf(request);
  if (selection === undefined) return wantedFiles(folder, files);
  const kept = archives.selections.find(actor.userId, selection, folder);
  if (kept === undefined) throw new AppError('not-found', 'the selection is not kept any more');
  return wantedSelection(kept);
}
