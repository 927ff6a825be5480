import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { ConcurrencyLimiter, type ReleaseSlot } from '../lib/concurrency-limiter.ts';
import { listFolder, type ListingRequest } from '../tree/list-folder.ts';
import type { Tree } from '../tree/tree.ts';
import { type SendReply, takeSlot } from './concurrency-limit.ts';
import { isKnownToClient } from './conditions.ts';
import { PRIVATE, VARY_BY_USER } from './private-caching.ts';
import { prepareParts } from './prepare-parts.ts';

/**
 * The uncompressed text of a large folder takes many times the memory of the reply. More at once would not be faster: large folders have
 * two threads, and the largest folders use both.
 */
const LARGE_LISTINGS = { maxConcurrent: 2, maxPerUser: 1, maxQueued: 60 };

const limiter = new ConcurrencyLimiter(LARGE_LISTINGS);

interface Listing extends Omit<ListingRequest, 'isLarge' | 'whenLarge'> {
  readonly tree: Tree;
  readonly actor: Actor;
  /** True if browsers may keep the listing, and ask whether it has changed. */
  readonly isCacheable: boolean;
}

/**
 * Prepares the listing of a folder as a reply, and closes its descriptor. Listings of large folders are read and compressed in a slot of
 * the actor's account. Rejects with `too-many-requests` when too many are waiting.
 */
export async function prepareListing(
  request: FastifyRequest,
  reply: FastifyReply,
  { tree, actor, isCacheable, ...listing }: Listing,
): Promise<SendReply> {
  let release: ReleaseSlot | undefined;
  const enterSlot = async (): Promise<void> => {
    release ??= await takeSlot(reply, limiter, actor.account);
  };
  const { isLarge } = listing.descriptor;
  try {
    if (isLarge) await enterSlot();
    const { parts, etag } = await listFolder(tree, actor, {
      ...listing,
      isLarge,
      whenLarge: async (work) => {
        await enterSlot();
        return work();
      },
    });
    if (!isCacheable) return await prepareParts(request, reply, parts);
    reply.header('cache-control', PRIVATE).header('vary', VARY_BY_USER).header('etag', etag);
    if (isKnownToClient(request.headers, etag)) return () => reply.status(304).send();
    return await prepareParts(request, reply, parts);
  } finally {
    release?.();
    // It is still open if no slot was free.
    await listing.descriptor.close();
  }
}
