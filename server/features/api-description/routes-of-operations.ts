import type { MountedRoute } from '../../http/mounted-routes.ts';
import type { RouteAccess } from '../../http/route-access.ts';
import type { DescribedOperation } from './operation.ts';

/**
 * Who may make each call, as its route says. Throws when a route of the interface is described nowhere, or a call is
 * described that there is no route for.
 */
export function accessTo(
  operations: readonly DescribedOperation[],
  routes: readonly MountedRoute[],
): (operation: DescribedOperation) => RouteAccess {
  const mounted = new Map(routes.map(({ method, url, access }) => [keyOf(method, url), access]));
  const described = new Set(operations.map(({ method, path }) => keyOf(method, path)));
  for (const { method, url } of routes) {
    // A HEAD is answered as its GET is.
    if (method === 'HEAD' || method === 'OPTIONS' || !isOfInterface(url)) continue;
    if (!described.has(keyOf(method, url))) throw new Error(`${method} ${url} is not described`);
  }
  return ({ method, path }) => {
    const access = mounted.get(keyOf(method, path));
    if (access === undefined) throw new Error(`${method} ${path} is described, but not mounted`);
    return access;
  };
}

/** What is not: the page, its parts, and what monitors ask by whichever method. */
function isOfInterface(url: string): boolean {
  return url.startsWith('/api/');
}

/** Alike for a route and for its description, whatever they call their parameters. */
function keyOf(method: string, path: string): string {
  const nameless = path.replaceAll(/:\w+(?:\([^)]*\)(?=\/|$))?|\{\w+\}|\*/g, '{}');
  return `${method.toUpperCase()} ${nameless}`;
}
