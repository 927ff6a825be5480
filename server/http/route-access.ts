import type { FastifyInstance } from 'fastify';

/** Who may call a route. Rooms say it, `authenticate` obeys it; what may be done where is the gate's. */
export type RouteAccess = 'open' | 'signed-in' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** With other methods, its path belongs to another route: a wrong one is that route's to refuse. */
    otherMethodsElsewhere?: true;
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
