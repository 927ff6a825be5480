import { nameOf, type TreePath } from '#contract/paths.ts';
import { SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { ByteRange } from '../lib/byte-ranges.ts';
import { AppError } from '../errors.ts';
import { addRequestCheck } from './request-check.ts';
import { queryOf } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticateVisitors` wherever a route's access is `share`. */
    visitor: Visitor | undefined;
  }
}

/** What somebody brings who comes by a link. */
export interface ShareCredentials {
  readonly hash: string;
  /** From the address, where there is one. */
  readonly token: string | undefined;
  /** The header as it was sent; undefined when it is not there. */
  readonly password: string | undefined;
  /** Of the visitor. */
  readonly address: string;
}

/** Somebody who was let in by a link at the moment of this request. */
export interface Visitor {
  readonly actor: Actor;
  readonly hash: string;
  /**
   * What the owner calls the item: another name than that of its place where they shared a link on the disk. '' is all that
   * they have: what its folder is called is nobody's business.
   */
  readonly name: string;
  /** Of a file, every path below it means the file itself. */
  readonly isFolder: boolean;
  /** Stands for the password in addresses, for some hours; undefined where there is none. */
  readonly token: string | undefined;
  /** How many acts of ours had concerned the item when they were let in. */
  readonly actsBefore: number;
  /** The owner may change the item: clients of the predecessor are told. */
  readonly ownerMayModify: boolean;
  readonly record: VisitorRecorder;
}

/** Keeps what a visitor does for the link's owner to see. Costs nobody any waiting. */
export interface VisitorRecorder {
  /** Somebody has come to the item itself. */
  opened(): void;
  /** Something is about to be sent; to be told once when that is over, whatever has become of it. */
  begin(use: SentUse): (sent: Sent) => void;
}

/** What is about to be sent. */
export interface SentUse {
  readonly kind: 'viewed' | 'downloaded';
  /** As in the contract's `ShareUse`. */
  readonly path: string;
  /** Of a file, by which parts of it are known to belong together; undefined for what is made while it is sent. */
  readonly file: { readonly etag: string; readonly bytes: number } | undefined;
  /** It was asked for in parts. */
  readonly isPart: boolean;
}

/** What the connection has taken. */
export interface Sent {
  readonly pieces: readonly ByteRange[];
  /** All that was to be sent. */
  readonly isComplete: boolean;
}

/** Lets visitors in. Refuses with an AppError, whatever the reason. */
export interface Visitors {
  admit(visit: ShareCredentials): Promise<Visitor>;
}

/** Obeys what routes declare: nobody reaches a handler of a route for links without a living one. */
export function authenticateVisitors(app: FastifyInstance, visitors: Visitors): void {
  app.decorateRequest('visitor', undefined);
  const requireLink: onRequestAsyncHookHandler = async (request) => {
    request.visitor = await visitors.admit(shareCredentialsOf(request));
  };
  const following = new WeakSet<RouteHandlerMethod>();
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'share') return;
    addRequestCheck(route, requireLink);
    // The HEAD that Fastify makes of a GET brings its handler along.
    if (following.has(route.handler)) return;
    route.handler = followingItem(route.handler, visitors);
    following.add(route.handler);
  });
}

/** So often may an item be moved or replaced by its owner while one request is answered. */
const MOST_CHANGES = 20;

/**
 * A link follows its item, also when that is moved or gets other contents after its visitor was let in: what is not found then
 * is looked for again where it is now.
 */
function followingItem(handle: RouteHandlerMethod, visitors: Visitors): RouteHandlerMethod {
  return async function (this: FastifyInstance, request, reply): Promise<unknown> {
    for (let changes = 0; ; changes += 1) {
      try {
        return await handle.call(this, request, reply);
      } catch (error) {
        const isMissing = error instanceof AppError && error.code === 'not-found';
        if (!isMissing || reply.sent || changes === MOST_CHANGES) throw error;
        const before = visitorOf(request);
        request.visitor = await visitors.admit(shareCredentialsOf(request));
        if (isUntouched(before, request.visitor)) throw error;
      }
    }
  };
}

/** An item that was away and is back has the same place; the acts on it tell. */
function isUntouched(before: Visitor, now: Visitor): boolean {
  return (
    before.actsBefore === now.actsBefore &&
    before.actor.root === now.actor.root &&
    before.actor.rootFingerprint === now.actor.rootFingerprint
  );
}

export function visitorOf(request: FastifyRequest): Visitor {
  if (request.visitor === undefined) throw new Error('the route is not for links: nobody visits');
  return request.visitor;
}

/** What the one who asks knows a place by: visitors know the item by the name that it was shared with. */
export function shownNameOf({ visitor }: FastifyRequest, place: TreePath): string {
  return visitor?.actor.root === place ? visitor.name : nameOf(place);
}

function shareCredentialsOf(request: FastifyRequest): ShareCredentials {
  // Fastify types params as unknown; routes for links have a ':hash'.
  const { hash = '' } = request.params as { readonly hash?: string };
  const password = request.headers[SHARE_PASSWORD_HEADER.toLowerCase()];
  return {
    hash,
    token: queryOf(request)['token'],
    password: typeof password === 'string' ? password : undefined,
    address: request.address,
  };
}
