import type { RouteOptions, onRequestHookHandler, onRequestAsyncHookHandler } from 'fastify';

type Check = onRequestHookHandler | onRequestAsyncHookHandler;

/** Puts a check before a route, once: the HEAD that Fastify makes of a GET brings the checks of that along. */
export function addRequestCheck(route: RouteOptions, check: Check): void {
  const checks = [route.onRequest ?? []].flat();
  if (!checks.includes(check)) route.onRequest = [...checks, check];
}
