import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Address of the client, as reported by trusted proxies. '' on a Unix socket, and when the connection was closed before
     * the request was handled.
     */
    address: string;
  }
}

/** Stores the address before any asynchronous work, because `request.ip` is empty once the connection is closed. */
export function recordClientAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // Can be undefined, despite its type.
    const { ip }: { readonly ip?: string } = request;
    request.address = ip ?? '';
    done();
  });
}
