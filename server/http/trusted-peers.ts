import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Returns a function that checks whether the connection of a request comes from one of these addresses and networks. */
export function createPeerCheck(networks: readonly string[]): (request: FastifyRequest) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return ({ socket }) => {
    // Absent on a Unix socket. Link-local addresses include the interface.
    const [address = ''] = (socket.remoteAddress ?? '').split('%', 1);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
