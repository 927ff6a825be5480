import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEALTH_URL } from '#contract/health.ts';
import type { ListenConfig } from '../config/config.ts';
import type { Logger } from '../logger.ts';
import { closeServer } from './graceful-stop.ts';
import { createServer, listen } from './listen.ts';

/** Time after which a client that was refused may try again. Seconds. */
const RETRY_AFTER_S = 5;
/** Maximum time for which open connections delay the start of the server. Milliseconds. */
const DRAIN_MS = 200;

/** The requests to a server that stands by, each of which is refused with 503. */
export interface StandbyServer {
  /** Frees the address. */
  close(): Promise<void>;
}

/**
 * Listens at the address of the server until it takes over, so that a load balancer sees from its health that it must not get requests.
 * Throws StartupError if the address cannot be used.
 */
export async function startStandbyServer(
  config: ListenConfig,
  baseUrl: string,
  logger: Logger,
): Promise<StandbyServer> {
  const server = createServer(config, (request, response) => refuse(request, response, baseUrl));
  const { urls, moreServers } = await listen(server, config, baseUrl);
  for (const each of [server, ...moreServers]) {
    each.on('error', (err) => logger.error({ err }, 'a connection was not accepted'));
  }
  for (const url of urls) logger.info(`standing by on ${url}: another server uses the database`);
  return { close: () => closeServer(server, moreServers, DRAIN_MS) };
}

function refuse(request: IncomingMessage, response: ServerResponse, baseUrl: string): void {
  const [path] = (request.url ?? '').split('?');
  const isHealth = path === HEALTH_URL || path === `${baseUrl}${HEALTH_URL}`;
  response.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_S,
    // The next request may be for the server that has taken over.
    Connection: 'close',
  });
  response.end(isHealth ? '{"status":"STANDBY"}' : 'Another server answers requests. Try again.\n');
}
