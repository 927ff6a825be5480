import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ListenConfig, TrustConfig } from '../../../config/config.ts';
import { isReachedFromElsewhere } from '../../../config/load-config.ts';
import { createPeerCheck } from '../../../http/trusted-peers.ts';

/**
 * Returns why a request may not come from a user of this machine; undefined if it does, or need not. A hostile page
 * can point its host name to 127.0.0.1 after it was loaded (DNS rebinding). For the browser it then has our origin,
 * and only the host name reveals it.
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

/** Accepts addresses, and names that are not resolved by a name server. */
function isNobodysName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /^(?:.+\.)?localhost$/.test(hostname);
}
