import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from './route-access.ts';

/** A way into the server. */
export interface MountedRoute {
  /** In capitals. */
  readonly method: string;
  /** As its room has declared it: `/api/users/:id(^\d+$)`, `/api/raw/*`. */
  readonly url: string;
  readonly access: RouteAccess;
}

/** Remembers what the rooms mount, in a list that grows with them; call before the first of them. */
export function collectRoutes(app: FastifyInstance): readonly MountedRoute[] {
  const mounted: MountedRoute[] = [];
  app.addHook('onRoute', ({ method: methods, url, config }) => {
    const access = config?.access;
    if (access === undefined || config?.refusesMethods === true) return;
    for (const method of [methods].flat()) mounted.push({ method, url, access });
  });
  return mounted;
}
