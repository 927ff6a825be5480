import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/read-listening.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

/** Shortest accepted prefix of a trusted network. Shorter ones contain the networks of many owners. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 };

/** Checks from where the server can be reached, and whether that fits its trusted proxies. */
export function checkReach({
  listen,
  baseUrl,
  trust,
}: Pick<Config, 'listen' | 'baseUrl' | 'trust'>): Finding[] {
  return [reachOf(listen, trust.proxies), ...proxyFindings(trust.proxies, baseUrl)];
}

function reachOf(listen: Config['listen'], proxies: readonly string[]): Finding {
  if (listen.kind === 'socket') return ok('reach', `by the socket ${listen.path} only`);
  const address = listen.address === '' ? 'all addresses' : listen.address;
  if (isLoopback(listen.address)) return ok('reach', `from this machine only (${address})`);
  if (listen.tls !== undefined) return ok('reach', `on ${address}, with TLS`);
  const seen = `on ${address} without TLS`;
  const behindProxy = 'make it reachable only for the proxy: --address 127.0.0.1, or a firewall';
  if (proxies.length > 0) return warn('reach', seen, behindProxy);
  return warn(
    'reach',
    `${seen}: passwords can be read on the network`,
    'set --cert and --key, or use a proxy with TLS',
  );
}

function proxyFindings(proxies: readonly string[], baseUrl: string): Finding[] {
  const about = 'proxies';
  const wide = proxies.filter(isWide);
  if (wide.length > 0) {
    const seen = `${wide.join(', ')} may set the client address and protocol of requests; this network is too large`;
    return [bad(about, seen, 'set --trustedProxies to the addresses of your proxies only')];
  }
  if (proxies.length > 0) return [ok(about, `${proxies.join(', ')} are trusted`)];
  if (baseUrl === '') return [];
  const seen = `the base path ${baseUrl} suggests a proxy, but none is trusted`;
  return [
    warn(
      about,
      seen,
      'set --trustedProxies to its address; otherwise all clients have the address of the proxy',
    ),
  ];
}

function isWide(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  const version = address.includes(':') ? 6 : 4;
  return prefix !== undefined && Number(prefix) < SHORTEST_PREFIX[version];
}

const SOON_MS = 14 * 86_400_000;

/** Checks that certificate and key belong together, and how long the certificate is valid. */
export async function checkCertificate(
  files: { readonly cert: string; readonly key: string },
  nowMs: number,
): Promise<Finding> {
  const certificate = await read(files.cert, (pem) => new X509Certificate(pem));
  if (typeof certificate === 'string') {
    return bad('TLS', `${files.cert}: ${certificate}`, 'set --cert to a certificate in PEM format');
  }
  const key = await read(files.key, (pem) => createPrivateKey(pem));
  if (typeof key === 'string') {
    return bad('TLS', `${files.key}: ${key}`, 'set --key to its private key in PEM format');
  }
  if (!certificate.checkPrivateKey(key)) {
    const seen = `${files.key} is not the key of ${files.cert}`;
    return bad('TLS', seen, 'set --cert and --key to a certificate and its own key');
  }
  return datesOf(certificate, nowMs);
}

function datesOf({ validFrom, validTo }: X509Certificate, nowMs: number): Finding {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const day = new Date(to).toISOString().slice(0, 10);
  const renew = 'renew it and restart the server';
  if (nowMs < from) return bad('TLS', `the certificate is not valid before ${validFrom}`, renew);
  if (nowMs > to) return bad('TLS', `the certificate expired on ${day}`, renew);
  if (to - nowMs < SOON_MS) return warn('TLS', `the certificate expires on ${day}`, renew);
  return ok('TLS', `certificate and key match, valid until ${day}`);
}

/** Returns the parsed file, or the reason why it cannot be read. */
async function read<T>(file: string, parse: (pem: Buffer) => T): Promise<T | string> {
  let pem: Buffer;
  try {
    pem = await readFile(file);
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`; // what node:fs throws
  }
  try {
    return parse(pem);
  } catch {
    return 'cannot be parsed';
  }
}
