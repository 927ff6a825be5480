import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { listFolder, type ListingRequest } from '../tree/list-folder.ts';
import type { Tree } from '../tree/tree.ts';
import { isKnownToClient } from './conditions.ts';
import { PRIVATE, VARY_BY_USER } from './private-caching.ts';
import { sendParts } from './send-parts.ts';
import { withSlot } from './concurrency-limit.ts';

/**
 * The uncompressed text of a large folder takes many times the memory of the reply. More at once would not be faster,
 * because each listing uses all listing threads.
 */
const LARGE_LISTINGS = { maxConcurrent: 2, maxPerUser: 1, maxQueued: 60 };
/** Size of a folder in bytes, as most file systems report it: some hundreds of names. Some report the same size for all folders. */
const LARGE_FOLDER_BYTES = 16 * 1024;

const limiter = new ConcurrencyLimiter(LARGE_LISTINGS);

interface Listing extends Omit<ListingRequest, 'isLarge' | 'whenLarge'> {
  readonly tree: Tree;
  readonly actor: Actor;
  /** True if browsers may keep the listing, and ask whether it has changed. */
  readonly isCacheable: boolean;
}

/**
 * Sends the listing of a folder, and closes its descriptor. Listings of large folders wait for a slot of the actor's account. Rejects
 * with `too-many-requests` when too many are waiting.
 */
export async function sendListing(
  request: FastifyRequest,
  reply: FastifyReply,
  { tree, actor, isCacheable, ...listing }: Listing,
): Promise<FastifyReply> {
  const acquireSlot = <Result>(work: () => Promise<Result>) =>
    withSlot(reply, limiter, actor.account, work);
  const isLarge = listing.folder.stat.size >= LARGE_FOLDER_BYTES;
  const list = async (): Promise<FastifyReply> => {
    const { parts, etag } = await listFolder(tree, actor, {
      ...listing,
      isLarge,
      whenLarge: acquireSlot,
    });
    if (!isCacheable) return sendParts(request, reply, parts);
    reply.header('cache-control', PRIVATE).header('vary', VARY_BY_USER).header('etag', etag);
    if (isKnownToClient(request.headers, etag)) return reply.status(304).send();
    return sendParts(request, reply, parts);
  };
  if (!isLarge) return list();
  try {
    return await acquireSlot(list);
  } finally {
    await listing.descriptor.close();
  }
}
