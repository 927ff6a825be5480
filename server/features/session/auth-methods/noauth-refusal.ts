import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ListenConfig, TrustConfig } from '../../../config/config.ts';
import { isReachedFromElsewhere } from '../../../config/load-config.ts';
import { createPeerCheck } from '../../../http/trusted-peers.ts';

/**
 * Why a request does not show that it comes from this machine's own people; undefined where it does, or need not.
 *
 * A page of a stranger can have its name lead to 127.0.0.1 after it was loaded. To the browser it is of one origin with us then, and
 * nothing but that name gives it away.
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
      return 'other machines could come in, too; set --allowRemoteNoauth if that is meant';
    }
    const host = hostnameOf(request.host);
    if (isNobodysName(host) || ownHosts.has(host) || isFromProxy(request)) return undefined;
    return 'the name in Host could be that of any page; if it is yours, set --allowedOrigins, or --trustedProxies for a proxy';
  };
}

function hostnameOf(host: string): string {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** Addresses, and the names that no name server is asked about. */
function isNobodysName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /^(?:.+\.)?localhost$/.test(hostname);
}
