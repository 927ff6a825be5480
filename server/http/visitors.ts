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
import { paramOf, queryOf } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticateVisitors` for routes with the access `share`. */
    visitor: Visitor | undefined;
  }
}

/** The hash, password and token that a share visitor sends. */
export interface ShareCredentials {
  readonly hash: string;
  /** Token in the query. */
  readonly token: string | undefined;
  /** Value of the header; undefined without the header. */
  readonly password: string | undefined;
  /** Client address of the visitor. */
  readonly address: string;
}

/** An authenticated share visitor. */
export interface Visitor {
  readonly actor: Actor;
  readonly hash: string;
  /**
   * Name of the item as the owner sees it, which differs from the resolved path for a symlink. '' when the owner shares
   * everything, so that the name of their home stays private.
   */
  readonly name: string;
  /** For a shared file, every path below it means the file itself. */
  readonly isFolder: boolean;
  /** Token that replaces the password in addresses for some hours; undefined without a password. */
  readonly token: string | undefined;
  /** Number of operations on the item before this request was authenticated. */
  readonly operationsBefore: number;
  /** True if the owner may modify the item, which clients of File Browser 2 expect to know. */
  readonly ownerMayModify: boolean;
  readonly record: VisitorRecorder;
}

/** Records uses of a share for its owner. Asynchronous; never delays a request. */
export interface VisitorRecorder {
  /** Records that the shared item was opened. */
  opened(): void;
  /** Records a reply that begins. Call the returned function once when it has ended in any way. */
  begin(use: SentUse): (sent: Sent) => void;
}

/** A reply that is about to be sent. */
export interface SentUse {
  readonly kind: 'viewed' | 'downloaded';
  /** As in the contract's `ShareUse`. */
  readonly path: string;
  /** Identifies a file, so that its parts count as one download; undefined for archives. */
  readonly file: { readonly etag: string; readonly bytes: number } | undefined;
  /** True if the client requested ranges. */
  readonly isPart: boolean;
}

/** The bytes that the connection has accepted. */
export interface Sent {
  readonly pieces: readonly ByteRange[];
  /** True when everything was sent. */
  readonly isComplete: boolean;
}

/** Authenticates share visitors. Throws an AppError for a refused visitor. */
export interface Visitors {
  admit(visit: ShareCredentials): Promise<Visitor>;
}

/** Enforces the access `share`: requests reach the handler only with an active share. */
export function authenticateVisitors(app: FastifyInstance, visitors: Visitors): void {
  app.decorateRequest('visitor', undefined);
  const requireShare: onRequestAsyncHookHandler = async (request) => {
    request.visitor = await visitors.admit(shareCredentialsOf(request));
  };
  const following = new WeakSet<RouteHandlerMethod>();
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'share') return;
    addRequestCheck(route, requireShare);
    // The HEAD route that Fastify adds for a GET route has the same handler.
    if (following.has(route.handler)) return;
    route.handler = followingItem(route.handler, visitors);
    following.add(route.handler);
  });
}

/** Maximum number of times that an item may be moved or replaced during one request. */
const MAX_CHANGES = 20;

/**
 * Repeats the handler when the shared item is not found because it was moved or replaced after the visitor was
 * authenticated.
 */
function followingItem(handle: RouteHandlerMethod, visitors: Visitors): RouteHandlerMethod {
  return async function (this: FastifyInstance, request, reply): Promise<unknown> {
    for (let changes = 0; ; changes += 1) {
      try {
        return await handle.call(this, request, reply);
      } catch (error) {
        const isMissing = error instanceof AppError && error.code === 'not-found';
        if (!isMissing || reply.sent || changes === MAX_CHANGES) throw error;
        const before = visitorOf(request);
        request.visitor = await visitors.admit(shareCredentialsOf(request));
        if (isUntouched(before, request.visitor)) throw error;
      }
    }
  };
}

/** Compares the number of operations too, because an item can be moved away and back. */
function isUntouched(before: Visitor, now: Visitor): boolean {
  return (
    before.operationsBefore === now.operationsBefore &&
    before.actor.root === now.actor.root &&
    before.actor.rootFingerprint === now.actor.rootFingerprint
  );
}

export function visitorOf(request: FastifyRequest): Visitor {
  if (request.visitor === undefined) throw new Error('the route is not for share visitors');
  return request.visitor;
}

/**
 * Returns the name of an item as the caller sees it. Share visitors see the name that the item was shared with, and users that an item
 * in the trash had.
 */
export function shownNameOf({ visitor, trashed }: FastifyRequest, path: TreePath): string {
  if (trashed?.actor.root === path) return nameOf(trashed.source);
  return visitor?.actor.root === path ? visitor.name : nameOf(path);
}

function shareCredentialsOf(request: FastifyRequest): ShareCredentials {
  const hash = paramOf(request, 'hash');
  const password = request.headers[SHARE_PASSWORD_HEADER.toLowerCase()];
  return {
    hash,
    token: queryOf(request)['token'],
    password: typeof password === 'string' ? password : undefined,
    address: request.address,
  };
}
