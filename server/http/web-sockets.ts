import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { parseTarget } from './target.ts';

export interface WebSocketOptions {
  readonly baseUrl: string;
  /** Prefix of the addresses of WebSockets. */
  readonly prefix: string;
  readonly mostMessageBytes: number;
}

/** Maximum time for the client to close after the server has sent a close frame. Milliseconds. */
const CLOSING_MS = 5_000;

/** Enables `wsHandler` for the routes of `scope`. All checks of a route run before the handshake is answered. */
export async function acceptWebSockets(
  scope: FastifyInstance,
  { baseUrl, prefix, mostMessageBytes }: WebSocketOptions,
): Promise<void> {
  // With a listener, Node reports every upgrade request. Only WebSocket handshakes are accepted.
  const handshakes = new EventEmitter();
  const openReplies = trackOpenReplies(scope.server);
  scope.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs = isHandshake(request, baseUrl, prefix);
    // In development Vite listens too.
    if (!isOurs && scope.server.listenerCount('upgrade') > 1) return;
    openReplies.afterAll(socket, () => {
      if (isOurs) handshakes.emit('upgrade', request, socket, head);
      else answerAsUsual(scope.server, request, socket, head);
    });
  });
  const options = {
    // The plugin only listens to its events.
    server: handshakes as Server,
    maxPayload: mostMessageBytes,
    maxFragments: 64,
    perMessageDeflate: false,
    clientTracking: false,
    closeTimeout: CLOSING_MS,
  };
  await scope.register(websocket, {
    options,
    // The owners of open connections close them.
    preClose: (done) => done(),
    errorHandler: (error, socket, request) => {
      request.log.info({ reqId: request.id, reason: error.message }, 'WebSocket connection failed');
      // A violation of the protocol by the client has been answered with a close frame already.
      if (socket.readyState === socket.OPEN) socket.terminate();
    },
  });
}

interface OpenReplies {
  /** Calls `next` when all open replies on the socket have ended; never when the connection ends first. */
  afterAll(socket: Duplex, next: () => void): void;
}

/**
 * Handles upgrade requests that are pipelined behind an unfinished reply. Node detaches its parser at an upgrade, and a new
 * parser does not know the earlier replies, so its reply would never be sent.
 */
function trackOpenReplies(server: Server): OpenReplies {
  const openOn = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = openOn.get(socket) ?? new Set();
    openOn.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  });
  return {
    afterAll(socket, next) {
      const open = openOn.get(socket) ?? new Set();
      if (open.size === 0) return next();
      // Node has removed its own listeners from the socket.
      const passDrain = (): void => {
        for (const response of open) if (response.writableNeedDrain) response.emit('drain');
      };
      const onError = (): void => void socket.destroy();
      socket.on('drain', passDrain).on('error', onError);
      for (const response of open) {
        response.once('close', () => {
          if (open.size > 0) return;
          socket.off('drain', passDrain).off('error', onError);
          if (!socket.destroyed) next();
        });
      }
    },
  };
}

function isHandshake({ method, headers, url }: IncomingMessage, baseUrl: string, prefix: string) {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
  const target = parseTarget(url ?? '', baseUrl);
  return target.kind === 'usable' && target.url.startsWith(prefix);
}

/**
 * Servers may ignore an Upgrade header, and many clients send one with every request, such as h2c. Node has stopped reading
 * the request at that point, so it is parsed again without the header.
 */
function answerAsUsual(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), head]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
