import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Reply {
  readonly status: number;
  /** Headers by lower-case name, in the order sent. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

export interface Call {
  readonly method?: string;
  /** Sent unchanged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Agent with an open connection; by default, a new connection is used. */
  readonly agent?: Agent;
}

const REPLY_LIMIT_MS = 60_000;

/** Sends one request. Rejects when the connection ends before a response. */
export function send(
  port: number,
  { method = 'GET', path, headers, body, agent }: Call,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
        agent: agent ?? false,
        timeout: REPLY_LIMIT_MS,
      },
      (reply) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const { statusCode = 0, rawHeaders } = reply;
          resolve({ status: statusCode, headers: byName(rawHeaders), body: Buffer.concat(chunks) });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no reply to ${method} ${path}`)));
    sent.on('error', (error) => {
      // A server may answer and close the connection before it has read the whole body.
      if (!isAnswered) reject(error);
    });
    sent.end(body);
  });
}

/** Sends text that need not be valid HTTP. Returns everything received until the connection ends. */
export async function sendRaw(port: number, request: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(REPLY_LIMIT_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.write(request);
  try {
    return await text(socket);
  } catch {
    // The server reset the connection.
    return '';
  }
}

/** Returns an agent with one connection that stays open between calls. */
export function keptConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

/** Returns the single value of a header, or '' when it is absent. */
export function header(reply: Reply, name: string): string {
  return reply.headers.get(name)?.join(', ') ?? '';
}

function byName(rawHeaders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    found.set(name, [...(found.get(name) ?? []), rawHeaders[at + 1] ?? '']);
  }
  return found;
}
