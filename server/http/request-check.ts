import type { RouteOptions, onRequestHookHandler, onRequestAsyncHookHandler } from 'fastify';

type Check = onRequestHookHandler | onRequestAsyncHookHandler;

/** Adds a check to a route once. The HEAD route that Fastify adds for a GET route has the same checks. */
export function addRequestCheck(route: RouteOptions, check: Check): void {
  const checks = [route.onRequest ?? []].flat();
  if (!checks.includes(check)) route.onRequest = [...checks, check];
}
