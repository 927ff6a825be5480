import type { FastifyInstance, HTTPMethods } from 'fastify';
import { sendStatus } from './text-reply.ts';

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
];

/**
 * Collects the methods of each path. Call it before routes are mounted. Returns a function that, called after that, makes
 * all other methods of these paths answer 405.
 */
export function collectMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    if (route.config?.otherMethodsElsewhere === true) return;
    const known = methodsOf.get(route.url) ?? new Set<string>();
    for (const method of [route.method].flat()) known.add(method);
    methodsOf.set(route.url, known);
  });
  return () => {
    for (const [url, known] of [...methodsOf]) refuseOtherMethods(app, url, known);
  };
}

/** Answers other methods of a known path with 405 and the allowed methods. */
function refuseOtherMethods(app: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  const allowed = METHODS.filter((method) => known.has(method)).join(', ');
  const others = METHODS.filter((method) => !known.has(method));
  if (others.length === 0) return;
  app.route({
    method: others,
    url,
    config: { access: 'open', audit: 'nothing', refusesMethods: true },
    handler: (_request, reply) => sendStatus(reply.header('allow', allowed), 405),
  });
}
