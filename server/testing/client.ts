import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { TOKEN_HEADER } from '#contract/session.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Returns the body as JSON; the caller knows its shape. */
  json<Shape>(): Shape;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Client {
  readonly token: string | undefined;
  send(method: string, path: string, sent?: Sent): Promise<Reply>;
  get(path: string, sent?: Sent): Promise<Reply>;
  head(path: string, sent?: Sent): Promise<Reply>;
  post(path: string, sent?: Sent): Promise<Reply>;
  put(path: string, sent?: Sent): Promise<Reply>;
  patch(path: string, sent?: Sent): Promise<Reply>;
  delete(path: string, sent?: Sent): Promise<Reply>;
}

/** Creates a client that sends paths byte for byte; `fetch` would normalize them. */
export function createClient(baseUrl: string, token: string | undefined): Client {
  const send = (method: string, path: string, sent: Sent = {}) =>
    sendOnce(baseUrl, method, path, {
      ...sent,
      headers: { ...(token === undefined ? {} : { [TOKEN_HEADER]: token }), ...sent.headers },
    });
  return {
    token,
    send,
    get: (path, sent) => send('GET', path, sent),
    head: (path, sent) => send('HEAD', path, sent),
    post: (path, sent) => send('POST', path, sent),
    put: (path, sent) => send('PUT', path, sent),
    patch: (path, sent) => send('PATCH', path, sent),
    delete: (path, sent) => send('DELETE', path, sent),
  };
}

function sendOnce(baseUrl: string, method: string, path: string, sent: Sent): Promise<Reply> {
  const { hostname, port, pathname } = new URL(baseUrl);
  const prefix = pathname === '/' ? '' : pathname;
  return new Promise((resolve, reject) => {
    const length =
      sent.body === undefined ? {} : { 'content-length': Buffer.byteLength(sent.body) };
    const asked = request(
      {
        hostname,
        port,
        method,
        path: prefix + path,
        headers: { ...length, ...sent.headers },
        agent: new Agent({ keepAlive: false }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: <Shape>() => JSON.parse(text) as Shape, // as the caller says
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(sent.body);
  });
}
