import type { FastifyInstance } from 'fastify';

/**
 * The clients that may call a route. `share`: share visitors; `monitor`: administrators and monitoring programs.
 * Routes declare it, and `authenticate.ts` and `visitors.ts` enforce it. Access to paths is checked by
 * `access/decide.ts`.
 */
export type RouteAccess = 'open' | 'authenticated' | 'admin' | 'monitor' | 'share';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** A query parameter that requires the access `monitor` on an open route. */
    monitorAsksFor?: string;
    /** Another route handles other methods of the same path, and refuses unknown methods. */
    otherMethodsElsewhere?: true;
  }
}

/** Prevents the server from starting with a route that does not declare its access. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not declare its access`);
    }
  });
}
