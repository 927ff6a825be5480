import type { TreePath } from '#contract/paths.ts';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { RequestSession } from '../access/authenticator.ts';
import { addRequestCheck } from './request-check.ts';
import { numberParam, type Parameters } from './route.ts';
import { paramOf } from './request.ts';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route reads a deleted item, or a version of a file, in the trash, which the parameter `id` names. `actorOf` then returns an actor
     * who sees only that item.
     */
    readsTrash?: TrashRead;
  }
  interface FastifyRequest {
    /** Set by `openTrashedItems` for routes that read an item in the trash. */
    trashed: OpenedTrash | undefined;
  }
}

/** An item in the trash that the caller may see. */
export interface OpenedTrash {
  /** The caller, with the item as root. */
  readonly actor: Actor;
  /** Path at which the item was, from the served root. */
  readonly source: TreePath;
}

/** Kind of item that a route reads in the trash. */
export type TrashRead = 'deleted' | 'version';

/** Finds items in the trash. Throws `not-found` for an item that does not exist or that the caller may not see. */
export type TrashReader = Readonly<
  Record<TrashRead, (session: RequestSession, id: number) => Promise<OpenedTrash>>
>;

/** Parameter of routes that name a version of a file. */
export const VERSION_ID: Parameters = { id: numberParam('ID of the version.') };

/** Parameter of routes that name an item in the trash. */
export const TRASH_ID: Parameters = { id: numberParam('ID of the item in the trash.') };

/** Finds the item for each route with `readsTrash` before its handler runs, or refuses the request. Call it before the routes are added. */
export function openTrashedItems(app: FastifyInstance, reader: TrashReader): void {
  app.decorateRequest('trashed', undefined);
  const opener =
    (read: TrashRead): onRequestAsyncHookHandler =>
    async (request) => {
      if (request.session === undefined) throw new Error('a route of the trash needs a session');
      request.trashed = await reader[read](request.session, trashIdOf(request));
    };
  app.addHook('onRoute', (route) => {
    const read = route.config?.readsTrash;
    if (read !== undefined) addRequestCheck(route, opener(read));
  });
}

/** Returns the id in the address. Throws `not-found` for text that is no id. */
export function trashIdOf(request: FastifyRequest): number {
  const id = paramOf(request, 'id');
  if (/^[1-9][0-9]{0,14}$/.test(id)) return Number(id);
  throw noSuchTrash();
}

export function noSuchTrash(): AppError {
  return new AppError('not-found', 'there is no such item in the trash');
}
