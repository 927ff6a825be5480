import { ARCHIVE_EXTENSION, ARCHIVE_FORMATS, type ArchiveFormat } from '#contract/archives.ts';
import type { TreePath } from '#contract/paths.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { openArchive, type Wanted } from '../../archives/open-archive.ts';
import { AppError } from '../../errors.ts';
import { BYTES } from '../../http/content-headers.ts';
import { queryOf } from '../../http/request.ts';
import { sendArchive } from '../../http/send-archive.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { shownNameOf } from '../../http/visitors.ts';
import type { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { TreeStorage } from '../../tree/resolved-path.ts';
import type { SelectionStore } from './selections.ts';
import { archiveName, subjectOf, requestedFiles, requestedSelection } from './requested-entries.ts';
import { clientDisconnected } from '../../http/disconnect-signal.ts';

/** Content types that clients of File Browser 2 expect. */
const TYPES: Partial<Readonly<Record<ArchiveFormat, string>>> = {
  zip: 'application/zip',
  targz: 'application/x-gzip',
};

interface ArchiveRequest {
  readonly archives: {
    readonly driver: TreeStorage;
    readonly selections: SelectionStore;
    readonly limiter: ConcurrencyLimiter;
  };
  readonly actor: Actor;
  /** The requested folder, as a path from the server's root. */
  readonly folder: TreePath;
}

/** Sends a folder, or a selection of its entries, as one archive. */
export async function downloadArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { archives, actor, folder }: ArchiveRequest,
): Promise<FastifyReply> {
  const format = formatOf(request);
  const wanted = await wantedOf(request, { archives, actor, folder });
  await acquireSlot(reply, archives.limiter, actor.account);
  const left = new AbortController();
  const leave = (): void => left.abort(clientDisconnected());
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  const opened = await openArchive(archives.driver, actor, wanted, { format, signal: left.signal });
  const baseName = archiveName(wanted, (path) => nameFor(request, actor, path));
  const name = `${baseName}${ARCHIVE_EXTENSION[format]}`;
  const path = subjectOf(actor.root, wanted);
  try {
    await sendArchive(request, reply, { name, type: TYPES[format] ?? BYTES, path, ...opened });
    return reply;
  } finally {
    // Also if no chunk was requested, as for HEAD.
    left.abort();
  }
}

/** Returns '' for the root of a user's scope, because users must not learn the name of its folder. */
function nameFor(request: FastifyRequest, actor: Actor, path: TreePath): string {
  const isHome = actor.kind === 'user' && request.trashed === undefined && path === actor.root;
  return isHome ? '' : shownNameOf(request, path);
}

function formatOf(request: FastifyRequest): ArchiveFormat {
  const algo = queryOf(request)['algo'] ?? '';
  if (algo === '' || algo === 'true') return 'zip';
  const format = ARCHIVE_FORMATS.find((known) => known === algo);
  if (format === undefined) throw new AppError('invalid-request', 'unknown archive format');
  return format;
}

async function wantedOf(
  request: FastifyRequest,
  { archives, actor, folder }: ArchiveRequest,
): Promise<Wanted> {
  const { files = '', selection } = queryOf(request);
  if (selection === undefined) return requestedFiles(folder, files);
  const kept = await archives.selections.find(actor.account, selection, folder);
  if (kept === undefined) throw new AppError('not-found', 'the selection has expired');
  return requestedSelection(kept);
}
