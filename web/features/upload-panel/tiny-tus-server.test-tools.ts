import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredUpload {
  readonly length: number;
  bytes: Buffer;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly offset: string | undefined;
  readonly override: string | null;
  /** Key by which the client identifies this upload. */
  readonly key: string | undefined;
  readonly modified: string | undefined;
}

/** Scripted reply to the next request of a method. */
export type ScriptedReply =
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** Succeeds with these additional headers. */
  | { readonly extraHeaders: Record<string, string> }
  /** Accepts this number of bytes and closes the connection. */
  | { readonly cutAfter: number }
  /** Executes the request and closes the connection without a response. */
  | 'lose-reply'
  /** Does not respond. */
  | 'hold';

/**
 * In-memory tus 1.0 server like ours (compatibility.md 4), over real sockets and with simulated failures. For tests.
 */
export class TinyTusServer implements AsyncDisposable {
  readonly uploads = new Map<string, StoredUpload>();
  readonly folders: string[] = [];
  readonly requests: SeenRequest[] = [];
  acceptedToken: string | undefined;
  readonly #held: ServerResponse[] = [];
  readonly #scripted: { method: string; scripted: ScriptedReply }[] = [];
  readonly #server = createServer((request, reply) => void this.#answer(request, reply));

  static async start(): Promise<TinyTusServer> {
    const server = new TinyTusServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    // listen() on a host and port yields an AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Queues scripted replies, one for each of the next requests of `method`. */
  next(method: string, ...replies: ScriptedReply[]): void {
    for (const scripted of replies) this.#scripted.push({ method, scripted });
  }

  /** Closes the connections of waiting clients, which may retry. */
  letGo(): void {
    for (const reply of this.#held.splice(0)) reply.destroy();
  }

  count(method: string): number {
    return this.requests.filter((request) => request.method === method).length;
  }

  text(path: string): string | undefined {
    return this.uploads.get(path)?.bytes.toString();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const method = request.method ?? '';
    const url = new URL(request.url ?? '', this.origin);
    const token = headerOf(request, 'x-auth');
    const offset = headerOf(request, 'upload-offset');
    const path = decodeURIComponent(url.pathname.replace(/^\/api\/(tus|resources)/, ''));
    const override = url.searchParams.get('override');
    const key = headerOf(request, 'x-upload-key');
    const modified = headerOf(request, 'x-modified');
    this.requests.push({ method, path, token, offset, override, key, modified });

    const scripted = this.#takeScripted(method);
    if (scripted === 'hold') return void this.#held.push(reply);
    if (typeof scripted === 'object' && 'cutAfter' in scripted) {
      await this.#acceptPartAndDisconnect(request, { path, maxBytes: scripted.cutAfter });
      return;
    }
    const body = await bodyOf(request);
    if (typeof scripted === 'object' && 'status' in scripted) {
      return void reply.writeHead(scripted.status, scripted.headers).end('simulated failure');
    }
    const { status, headers } = this.#handle(method, url, { path, token, offset, body, request });
    if (scripted === 'lose-reply') request.socket.destroy();
    else reply.writeHead(status, { ...headers, ...scripted?.extraHeaders }).end();
  }

  #handle(
    method: string,
    url: URL,
    {
      path,
      token,
      offset,
      body,
      request,
    }: {
      path: string;
      token: string | undefined;
      offset: string | undefined;
      body: Buffer;
      request: IncomingMessage;
    },
  ): { status: number; headers?: Record<string, string> } {
    if (this.acceptedToken !== undefined && token !== this.acceptedToken) return { status: 401 };
    if (url.pathname === '/api/renew') return { status: 200 };
    const known = this.uploads.get(path);
    if (method === 'POST' && path.endsWith('/')) {
      this.folders.push(path);
      return { status: 200 };
    }
    if (method === 'POST') {
      const isDone = known !== undefined && known.bytes.length === known.length;
      if (isDone && url.searchParams.get('override') !== 'true') return { status: 409 };
      const length = Number(headerOf(request, 'upload-length'));
      this.uploads.set(path, { length, bytes: Buffer.alloc(0) });
      return { status: 201, headers: { Location: url.pathname } };
    }
    if (!known) return { status: 404 };
    if (method === 'DELETE') {
      this.uploads.delete(path);
      return { status: 204 };
    }
    if (method === 'HEAD') return { status: 200, headers: offsetsOf(known) };
    if (Number(offset) !== known.bytes.length) return { status: 409 };
    known.bytes = Buffer.concat([known.bytes, body]);
    return { status: 204, headers: offsetsOf(known) };
  }

  #takeScripted(method: string): ScriptedReply | undefined {
    const index = this.#scripted.findIndex((scripted) => scripted.method === method);
    return index < 0 ? undefined : this.#scripted.splice(index, 1)[0]?.scripted;
  }

  async #acceptPartAndDisconnect(
    request: IncomingMessage,
    { path, maxBytes }: { path: string; maxBytes: number },
  ): Promise<void> {
    const body = await bodyOf(request);
    const upload = this.uploads.get(path);
    if (upload) upload.bytes = Buffer.concat([upload.bytes, body.subarray(0, maxBytes)]);
    request.socket.destroy();
  }
}

function offsetsOf({ bytes, length }: StoredUpload): Record<string, string> {
  return { 'Upload-Offset': `${bytes.length}`, 'Upload-Length': `${length}` };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Without an encoding, a request's stream yields Buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
