import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { RouteDeclaration } from './route.ts';

/** A route that the API description lists. */
export interface DescribedRoute {
  /** HTTP method in lower case. */
  readonly method: string;
  /** As declared: `/api/users/:id(^\d+$)`, `/api/raw/*`. */
  readonly url: string;
  readonly declaration: RouteDeclaration;
}

/**
 * Returns a list to which every described route is added as it is mounted. Throws for a route below `/api/` without a
 * description.
 */
export function collectRoutes(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config = {} }) => {
    const methods = [method].flat();
    // Fastify adds a HEAD route for each GET route.
    if (methods.join() === 'HEAD') return;
    if (isDescribed(config)) {
      // A route for all methods is described once.
      const described = methods.includes('GET') ? 'get' : methods.join().toLowerCase();
      routes.push({ method: described, url, declaration: config });
    } else if (url.startsWith('/api/')) {
      throw new Error(`${methods.join()} ${url} has no description`);
    }
  });
  return routes;
}

function isDescribed(config: FastifyContextConfig): config is RouteDeclaration {
  const { access, group, summary, replies } = config;
  return [access, group, summary, replies].every((part) => part !== undefined);
}
