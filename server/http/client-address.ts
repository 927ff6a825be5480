import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

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

/**
 * Returns an address without the port that some proxies forward with it (`192.0.2.7:5555`, `[2001:db8::1]:443`): each connection has
 * another one, so that limits would never count two together.
 */
function withoutPort(address: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  return isIP(host) === 0 ? address : host;
}
