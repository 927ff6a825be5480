import { expect, test } from 'vitest';
import type { Config, ListenConfig } from '../../config/config.ts';
import { checkReach } from './check-reach.ts';

const tls = { cert: 'c', key: 'k' };

function verdicts(
  listen: Partial<Extract<ListenConfig, { kind: 'tcp' }>>,
  { proxies = [], baseUrl = '' }: { proxies?: readonly string[]; baseUrl?: string } = {},
): string[] {
  const trust = { proxies, allowedOrigins: [], allowRemoteNoauth: false };
  const tcp = {
    kind: 'tcp',
    address: '127.0.0.1',
    port: 80,
    morePorts: [],
    tls: undefined,
    ...listen,
  } as const;
  const config: Pick<Config, 'listen' | 'trust' | 'baseUrl'> = { listen: tcp, trust, baseUrl };
  return checkReach(config).map(({ about, verdict }) => `${about} ${verdict}`);
}

test('a server that only this machine reaches needs no TLS', () => {
  expect(verdicts({})).toEqual(['reach ok']);
  expect(verdicts({ address: '::1' })).toEqual(['reach ok']);
});

test('others reach it by TLS, or passwords can be read on the way', () => {
  expect(verdicts({ address: '0.0.0.0', tls })).toEqual(['reach ok']);
  expect(verdicts({ address: '' })).toEqual(['reach warn']);
  const behind = verdicts({ address: '10.0.0.1' }, { proxies: ['10.0.0.2'] });
  expect(behind).toEqual(['reach warn', 'proxies ok']);
});

test('a path speaks of a proxy, which has to be believed', () => {
  expect(verdicts({}, { baseUrl: '/files' })).toEqual(['reach ok', 'proxies warn']);
  const believed = verdicts({}, { baseUrl: '/files', proxies: ['127.0.0.1'] });
  expect(believed).toEqual(['reach ok', 'proxies ok']);
});

test.each(['0.0.0.0/0', '::/0', '10.0.0.0/7'])('%s is nearly everybody', (network) => {
  expect(verdicts({}, { proxies: [network] })).toEqual(['reach ok', 'proxies bad']);
});
