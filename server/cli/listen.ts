import { readFileSync } from 'node:fs';
import { chmod, lstat, unlink } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type ListenOptions,
  type Server as TcpServer,
} from 'node:net';
import { createSecureContext } from 'node:tls';
import type { ListenConfig } from '../config/config.ts';
import { CanonicalResponse } from '../http/canonical-response.ts';
import { StartupError } from '../lib/startup-error.ts';

/** Idle time after which a connection is closed. Uploads on it can be resumed. Milliseconds. */
const SILENCE_MS = 300_000;

const OPTIONS = {
  ServerResponse: CanonicalResponse,
  // Limits only the time for the headers of a request, because uploads may take hours.
  headersTimeout: 60_000,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
};

/** Creates an HTTP server, with TLS if certificate and key are given. It does not listen yet. */
export function createServer(config: ListenConfig, listener: RequestListener): Server {
  const tls = config.kind === 'tcp' && config.tls !== undefined && readKeyPair(config.tls);
  const server = tls
    ? createHttpsServer({ ...OPTIONS, ...tls, minVersion: 'TLSv1.2' }, listener)
    : createHttpServer(OPTIONS, listener);
  return server.setTimeout(SILENCE_MS);
}

function readKeyPair(files: { cert: string; key: string }): { cert: Buffer; key: Buffer } {
  const pair = { cert: readPem('cert', files.cert), key: readPem('key', files.key) };
  try {
    createSecureContext({ cert: pair.cert });
  } catch (cause) {
    throw new StartupError(`--cert: ${files.cert} does not contain a certificate in PEM format`, {
      cause,
    });
  }
  try {
    createSecureContext(pair);
  } catch (cause) {
    const message = `--key: ${files.key} does not contain the private key of ${files.cert}`;
    throw new StartupError(message, { cause });
  }
  return pair;
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new StartupError(`--${name}: ${file} cannot be read (${codeOf(cause)})`, { cause });
  }
}

export interface Listening {
  /** The addresses to open in a browser. The first one is printed. */
  readonly urls: readonly [string, ...string[]];
  /** Servers on further ports, which pass their connections to the main server. They must be closed too. */
  readonly moreServers: readonly TcpServer[];
}

/** Starts to accept connections. Throws StartupError if the address or port cannot be used. */
export async function listen(
  server: Server,
  config: ListenConfig,
  baseUrl: string,
): Promise<Listening> {
  if (config.kind === 'socket') {
    await listenOnSocket(server, config);
    return { urls: [`unix:${config.path}`], moreServers: [] };
  }
  const { address, port, morePorts, tls } = config;
  const scheme = tls === undefined ? 'http' : 'https';
  const urlAt = (at: number) => `${scheme}://${hostToOpen(address)}:${at}${baseUrl}/`;
  await beginAt(server, address, port);
  const moreServers = morePorts.map(() => forwardingServer(server));
  try {
    for (const [index, other] of moreServers.entries())
      await beginAt(other, address, morePorts[index] ?? 0);
  } catch (error) {
    for (const other of moreServers) other.close();
    throw error;
  }
  const bound = server.address();
  const realPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return { urls: [urlAt(realPort), ...morePorts.map(urlAt)], moreServers };
}

/**
 * Creates a server for a further port, because an HTTP server listens on one port. Its connections are treated the
 * same.
 */
function forwardingServer(server: Server): TcpServer {
  return createTcpServer({ noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
}

async function beginAt(server: TcpServer, address: string, port: number): Promise<void> {
  // Without a host, Node listens on all IPv4 and IPv6 addresses.
  await begin(server, address === '' ? { port } : { host: address, port }).catch((cause) => {
    throw new StartupError(tcpFailure(address, port, cause), { cause });
  });
}

function hostToOpen(address: string): string {
  if (address === '' || address === '0.0.0.0' || address === '::') return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
}

function tcpFailure(address: string, port: number, cause: unknown): string {
  const endpoint = `${address === '' ? 'all addresses' : address}, port ${port}`;
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return `${endpoint}: the port is already in use. Choose another with --port.`;
    case 'EACCES':
      return `${endpoint}: this user may not use the port. Ports below 1024 need a privilege.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${endpoint}: this machine does not have the address. Set another with --address.`;
    default:
      return `${endpoint}: cannot listen (${codeOf(cause)})`;
  }
}

async function listenOnSocket(
  server: Server,
  { path, mode }: { path: string; mode: number },
): Promise<void> {
  await removeStaleSocket(path);
  await begin(server, { path }).catch((cause) => {
    throw new StartupError(`--socket: cannot listen on ${path} (${codeOf(cause)})`, { cause });
  });
  await chmod(path, mode);
}

/** Removes a socket that a crash has left behind, unless another process listens on it. */
async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isSocket()) throw new StartupError(`--socket: ${path} exists and is not a socket`);
  if (await answers(path)) {
    throw new StartupError(`--socket: another program listens on ${path}`);
  }
  await unlink(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path);
    connection.on('connect', () => {
      connection.destroy();
      resolve(true);
    });
    // Only a refused connection proves that no process listens. A socket without permission belongs to one.
    connection.on('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED'));
  });
}

function begin(server: TcpServer, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'; // what Node's own modules reject with
}
