import { isIP } from 'node:net';

/**
 * Returns an address without the port that some proxies forward with it (`192.0.2.7:5555`, `[2001:db8::1]:443`): each connection has
 * another one, so that limits would never count two together.
 */
export function withoutPort(address: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  return isIP(host) === 0 ? address : host;
}
