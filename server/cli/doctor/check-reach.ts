import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/load-config.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'reach';
/** Wider networks than these are nobody's own. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 };

/** From where the server is reached, and whether that fits what it believes of its callers. */
export function checkReach({
  listen,
  baseUrl,
  trust,
}: Pick<Config, 'listen' | 'baseUrl' | 'trust'>): Finding[] {
  return [reachOf(listen, trust.proxies), ...proxyFindings(trust.proxies, baseUrl)];
}

function reachOf(listen: Config['listen'], proxies: readonly string[]): Finding {
  if (listen.kind === 'socket') return ok(ABOUT, `by the socket ${listen.path} only`);
  const place = listen.address === '' ? 'all addresses' : listen.address;
  if (isLoopback(listen.address)) return ok(ABOUT, `from this machine only (${place})`);
  if (listen.tls !== undefined) return ok(ABOUT, `on ${place}, by TLS`);
  const seen = `on ${place} without TLS`;
  const behindProxy = 'let only the proxy reach it: --address 127.0.0.1, or a firewall';
  if (proxies.length > 0) return warn(ABOUT, seen, behindProxy);
  return warn(
    ABOUT,
    `${seen}: passwords can be read on the way`,
    'give --cert and --key, or put a proxy with TLS in front',
  );
}

function proxyFindings(proxies: readonly string[], baseUrl: string): Finding[] {
  const about = 'proxies';
  const wide = proxies.filter(isWide);
  if (wide.length > 0) {
    const seen = `${wide.join(', ')} may say from where and how a request came: that is nearly everybody`;
    return [bad(about, seen, 'name the addresses of your proxies only with --trustedProxies')];
  }
  if (proxies.length > 0) return [ok(about, `${proxies.join(', ')} are believed`)];
  if (baseUrl === '') return [];
  const seen = `the path ${baseUrl} speaks of a proxy in front, and none is believed`;
  return [warn(about, seen, 'name its address with --trustedProxies, or all callers count as one')];
}

function isWide(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  const version = address.includes(':') ? 6 : 4;
  return prefix !== undefined && Number(prefix) < SHORTEST_PREFIX[version];
}
