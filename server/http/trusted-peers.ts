import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { withoutPort } from './without-port.ts';

/** Returns a function that checks whether the connection of a request comes from one of these addresses and networks. */
export function createPeerCheck(networks: readonly string[]): (request: FastifyRequest) => boolean {
  const isAmong = createAddressCheck(networks);
  return ({ socket }) => isAmong(socket.remoteAddress);
}

/**
 * Returns a function that checks whether an address is among these addresses and networks. The address may have the port that some proxies
 * forward with it; it is undefined on a Unix socket.
 */
export function createAddressCheck(
  networks: readonly string[],
): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (found = '') => {
    // Link-local addresses include the interface.
    const [address = ''] = withoutPort(found).split('%', 1);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
