import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import type { ListenConfig } from './config.ts';
import { readValues } from './read-values.ts';
import type { SettingName, SettingValues } from './settings.ts';
import type { GivenValues } from './sources.ts';

/**
 * Returns where a server with these values listens. Throws a StartupError for contradictory values, and for access
 * without a login from other machines that is not explicitly allowed.
 */
export function readListening(
  given: GivenValues,
  workingFolder: string,
  authMethod: string | undefined,
): ListenConfig {
  const { values } = readValues(given);
  const listen = listenConfig(values, given, (path) => resolve(workingFolder, path));
  refuseRemoteNoauth(listen, values, authMethod);
  return listen;
}

function listenConfig(
  values: SettingValues,
  given: GivenValues,
  inFolder: (path: string) => string,
): ListenConfig {
  const { socket, cert, key } = values;
  if (socket !== undefined && socket !== '') {
    refuseBesideSocket(given);
    return { kind: 'socket', path: inFolder(socket), mode: values.socketPerm };
  }
  const { address, port } = values;
  // The container image sets the same further ports for all servers, including one whose main port is among them.
  const morePorts = values.morePorts.filter((other) => other !== port);
  const tcp = { kind: 'tcp', address, port, morePorts } as const;
  if (isEmpty(cert) && isEmpty(key)) return { ...tcp, tls: undefined };
  if (isEmpty(cert) || isEmpty(key)) {
    const [present, missing] = isEmpty(cert)
      ? (['key', 'cert'] as const)
      : (['cert', 'key'] as const);
    throw new StartupError(`${given.get(present)?.origin} needs --${missing} as well`);
  }
  return { ...tcp, tls: { cert: inFolder(cert), key: inFolder(key) } };
}

function isEmpty(text: string | undefined): text is '' | undefined {
  return text === undefined || text === '';
}

/** Ignores stored values, because every database of File Browser 2 contains an address and a port. */
function refuseBesideSocket(given: GivenValues): void {
  const excluded: readonly SettingName[] = ['address', 'port', 'cert', 'key'];
  const socket = given.get('socket');
  for (const name of excluded) {
    const other = given.get(name);
    if (other !== undefined && other.source !== 'database' && other.value !== '') {
      throw new StartupError(`${socket?.origin} and ${other.origin} exclude each other`);
    }
  }
}

function refuseRemoteNoauth(
  listen: ListenConfig,
  values: SettingValues,
  storedMethod: string | undefined,
): void {
  const isOpen = storedMethod === undefined ? values.noauth : storedMethod === 'noauth';
  if (!isOpen || values.allowRemoteNoauth) return;
  if (listen.kind === 'socket' || !isReachedFromElsewhere(listen)) return;
  const reach = listen.address === '' ? 'on all addresses' : `on ${listen.address}`;
  throw new StartupError(
    `no password is required (noauth), and ${reach} other machines can connect. ` +
      `Set --allowRemoteNoauth to allow this, or --address 127.0.0.1.`,
  );
}

/** Returns true if other machines can connect directly. */
export function isReachedFromElsewhere(listen: ListenConfig): boolean {
  return listen.kind === 'tcp' && !isLoopback(listen.address);
}

/** Returns true for loopback addresses. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.');
  return isIP(address) === 6 ? address === '::1' : address.toLowerCase() === 'localhost';
}
