import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createPeerCheck } from './trusted-peers.ts';

const isTrusted = createPeerCheck(['127.0.0.1', '10.1.0.0/16', 'fd00::/8', '::1']);

/** Returns a request with the only field that the check reads. */
function from(remoteAddress: string | undefined): FastifyRequest {
  return { socket: { remoteAddress } } as FastifyRequest;
}

test.each(['127.0.0.1', '::ffff:127.0.0.1', '10.1.255.3', '::ffff:10.1.0.1', 'fd12::7', '::1'])(
  '%s is trusted',
  (address) => {
    expect(isTrusted(from(address))).toBe(true);
  },
);

test.each(['127.0.0.2', '10.2.0.1', 'fe80::1%eth0', '::ffff:192.0.2.1', '', undefined, 'unix'])(
  '%s is not trusted',
  (address) => {
    expect(isTrusted(from(address))).toBe(false);
  },
);

test('trusts no address without a list', () => {
  expect(createPeerCheck([])(from('127.0.0.1'))).toBe(false);
});
