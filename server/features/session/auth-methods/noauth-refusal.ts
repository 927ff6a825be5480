import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ListenConfig, TrustConfig } from '../../../config/config.ts';
import { isReachedFromElsewhere } from '../../../config/read-listening.ts';
import { createPeerCheck } from '../../../http/trusted-peers.ts';

/**
 * Creates the check of logins without authentication. It returns the reason for a refusal, or undefined. Unless
 * `allowRemoteNoauth` is set, only requests from this machine are accepted, and only with a host name that is certainly
 * ours: a hostile page can point its own name to 127.0.0.1 after it was loaded (DNS rebinding), and the browser then
 * treats this server as its origin.
 */
export function noauthRefusal(
  listen: ListenConfig,
  trust: TrustConfig,
): (request: FastifyRequest) => string | undefined {
  const ownHosts = new Set(trust.allowedOrigins.map((origin) => new URL(origin).hostname));
  const isFromProxy = createPeerCheck(trust.proxies);
  return (request) => {
    if (trust.allowRemoteNoauth || listen.kind === 'socket') return undefined;
    if (isReachedFromElsewhere(listen)) {
      return 'other machines can connect, and no password is required. Set --allowRemoteNoauth to allow this.';
    }
    const host = hostnameOf(request.host);
    if (isAlwaysLocal(host) || ownHosts.has(host) || isFromProxy(request)) return undefined;
    return 'the host name in the request is unknown. If it is yours, set --allowedOrigins, or --trustedProxies for a proxy.';
  };
}

function hostnameOf(host: string): string {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** Returns true for IP addresses and `localhost`, which no name server can point elsewhere. */
function isAlwaysLocal(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /^(?:.+\.)?localhost$/.test(hostname);
}
