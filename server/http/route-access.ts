import type { FastifyInstance } from 'fastify';

/**
 * Who may call a route: `share` is for those who come by a link, `monitor` for administrators and for programs that watch the
 * server. Rooms say it, `authenticate` and `visitors` obey it; what may be done where is the gate's.
 */
export type RouteAccess = 'open' | 'authenticated' | 'admin' | 'monitor' | 'share';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** A query with this name in it asks an open route for more: that is for those whom `monitor` means. */
    monitorAsksFor?: string;
    /** With other methods, its path belongs to another route: a wrong one is that route's to refuse. */
    otherMethodsElsewhere?: true;
    /** It is there to say that others are meant. */
    refusesMethods?: true;
  }
}

/** A route that does not say who may call it keeps the server from starting. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not declare its access`);
    }
  });
}
