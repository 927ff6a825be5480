import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, afterAll, beforeAll } from 'vitest';
import type { Config, ListenConfig } from '../../config/config.ts';
import { writeSelfSigned } from '../../testing/certificates.ts';
import { checkReach, checkCertificate } from './check-network.ts';

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

test('accepts a server without TLS that listens on the local machine only', () => {
  expect(verdicts({})).toEqual(['reach ok']);
  expect(verdicts({ address: '::1' })).toEqual(['reach ok']);
});

test('warns about a public server without TLS', () => {
  expect(verdicts({ address: '0.0.0.0', tls })).toEqual(['reach ok']);
  expect(verdicts({ address: '' })).toEqual(['reach warn']);
  const behind = verdicts({ address: '10.0.0.1' }, { proxies: ['10.0.0.2'] });
  expect(behind).toEqual(['reach warn', 'proxies ok']);
});

test('warns about a base path without trusted proxies', () => {
  expect(verdicts({}, { baseUrl: '/files' })).toEqual(['reach ok', 'proxies warn']);
  const believed = verdicts({}, { baseUrl: '/files', proxies: ['127.0.0.1'] });
  expect(believed).toEqual(['reach ok', 'proxies ok']);
});

test.each(['0.0.0.0/0', '::/0', '10.0.0.0/7'])(
  'warns about the trusted network %s, which is too large',
  (network) => {
    expect(verdicts({}, { proxies: [network] })).toEqual(['reach ok', 'proxies bad']);
  },
);

const DAY_MS = 86_400_000;
let folder = '';
let madeMs = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filebrowser-certificate-'));
  writeSelfSigned(folder, 'cert.pem', 'key.pem');
  // The time in the certificate, because a second may have passed while it was created.
  madeMs = Date.parse(new X509Certificate(readFileSync(join(folder, 'cert.pem'))).validFrom);
  writeSelfSigned(folder, 'other.pem', 'other-key.pem');
  writeFileSync(join(folder, 'bad.pem'), 'no');
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['cert.pem', 'key.pem', 0, 'ok', 'match'],
  ['cert.pem', 'key.pem', 20, 'warn', 'expires on'],
  ['cert.pem', 'key.pem', 31, 'bad', 'expired on'],
  ['cert.pem', 'key.pem', -2, 'bad', 'is not valid before'],
  ['cert.pem', 'other-key.pem', 0, 'bad', 'is not the key of'],
  ['none.pem', 'key.pem', 0, 'bad', 'cannot be read (ENOENT)'],
  ['bad.pem', 'key.pem', 0, 'bad', 'cannot be parsed'],
  ['cert.pem', 'bad.pem', 0, 'bad', 'cannot be parsed'],
])('%s with %s after %i days is told', async (cert, key, days, verdict, seen) => {
  const files = { cert: join(folder, cert), key: join(folder, key) };
  const finding = await checkCertificate(files, madeMs + days * DAY_MS);
  expect(finding.verdict).toBe(verdict);
  expect(finding.seen).toContain(seen);
});
