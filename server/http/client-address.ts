import type { FastifyInstance } from 'fastify';
import { withoutPort } from './without-port.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * IP address of the client without a port, as reported by trusted proxies. '' on a Unix socket, and when the connection was closed before
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
    request.address = withoutPort(ip ?? '');
    done();
  });
}
