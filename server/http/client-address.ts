import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * From where somebody asks, by the word of proxies that are believed. '' where nobody knows: over a Unix socket, and where the
     * connection was cut before the request was looked at.
     */
    address: string;
  }
}

/** Notes the address before anything is waited for: of a connection that is closed, `request.ip` tells none any more. */
export function recordClientAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // Its type promises a text, which it is not always.
    const { ip }: { readonly ip?: string } = request;
    request.address = ip ?? '';
    done();
  });
}
