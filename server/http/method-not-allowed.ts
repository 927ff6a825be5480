import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { MAX_PARAM_LENGTH } from './create-http.ts';

/** In the order in which the header `Allow` lists them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Returns the methods of an address; undefined for an address that has no route for any method. */
export type AllowedMethods = (url: string) => readonly string[] | undefined;

/**
 * Collects the methods of each path. Call it before routes are mounted. The returned function is for requests that have no route. It keeps
 * the paths in a router of its own, made when it is first called: routes that refuse all other methods would be six times as many as the
 * others, and took a sixth of the start.
 */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    if (route.config?.otherMethodsElsewhere === true) return;
    const known = methodsOf.get(route.url) ?? new Set<string>();
    for (const method of [route.method].flat()) known.add(method);
    methodsOf.set(route.url, known);
  });
  let allowedOf: AllowedMethods | undefined;
  return (url) => {
    allowedOf ??= routerOf(methodsOf);
    return allowedOf(url);
  };
}

function routerOf(methodsOf: ReadonlyMap<string, ReadonlySet<string>>): AllowedMethods {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH });
  for (const [path, known] of methodsOf) {
    const allowed = METHODS.filter((method) => known.has(method));
    router.on('GET', path, () => undefined, allowed);
  }
  return (url) => router.find('GET', url)?.store as readonly string[] | undefined; // Only the lists above are stored.
}
