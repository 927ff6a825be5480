import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A reverse proxy that can damage what clients send. */
export interface DamagingProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of chunks that have been damaged. */
  damaged(): number;
  /** Inverts one bit in each of the next `count` chunks of an upload. */
  damageNext(count: number): void;
  /** Breaks the connections of the next `count` chunks in the middle. */
  cutNext(count: number): void;
}

/** Starts a proxy to a server on this machine. */
export async function startDamagingProxy(serverUrl: string): Promise<DamagingProxy> {
  const { port: target } = new URL(serverUrl);
  let toDamage = 0;
  let toCut = 0;
  let damaged = 0;
  const server = createServer((asked, reply) => {
    const isChunk = asked.method === 'PATCH';
    const length = isChunk ? Number(asked.headers['content-length'] ?? 0) : 0;
    const isDamaged = length > 0 && toDamage > 0;
    const isCut = length > 0 && !isDamaged && toCut > 0;
    if (isDamaged) {
      toDamage -= 1;
      damaged += 1;
    }
    if (isCut) toCut -= 1;
    const { method, url: path, headers } = asked;
    const onwards = request({ port: target, host: '127.0.0.1', method, path, headers });
    onwards.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers);
      answer.pipe(reply);
    });
    onwards.on('error', () => reply.destroy());
    const middle = Math.floor(length / 2);
    const change = isDamaged
      ? invertBitAt(middle)
      : passUntil(isCut ? middle : Number.POSITIVE_INFINITY);
    // A body that is cut off breaks both connections.
    pipeline(asked, change, onwards).catch(() => {
      onwards.destroy();
      asked.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    damaged: () => damaged,
    damageNext: (count) => void (toDamage = count),
    cutNext: (count) => void (toCut = count),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function invertBitAt(position: number): Transform {
  let start = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const at = position - start;
      start += bytes.length;
      if (at >= 0 && at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      done(null, bytes);
    },
  });
}

/** Fails after a number of bytes. */
function passUntil(most: number): Transform {
  let passed = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      passed += bytes.length;
      if (passed > most) done(new Error('the connection is cut'));
      else done(null, bytes);
    },
  });
}
