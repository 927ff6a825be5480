import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptConnection, send, type Call, type Reply } from '../http/send.ts';
import { Sessions } from '../http/session.ts';
import { converse } from '../http/websocket.ts';
import type { RunningServer } from '../server/running-server.ts';
import { DocumentedApi } from './api-document.ts';
import { compareBody } from './compare-body.ts';
import { compareHeaders } from './compare-headers.ts';
import { short, type ComparisonOptions } from './compare-json.ts';
import { compareDisk } from './disk-state.ts';
import { contentOf } from './fixture-tree.ts';
import type { Exchange, RecordedResponse } from './recording-format.ts';
import { fillIn, type Known } from './placeholders.ts';

/** Captured value of a refused exchange, which later exchanges may still refer to. */
const NOT_CREATED = 'not-created';

/** Sends the exchanges of one scenario to one server, in order, and compares the responses. */
export class Replay {
  readonly #known: Known;
  #connection: Agent | undefined;
  #api: Promise<DocumentedApi> | undefined;

  constructor(server: RunningServer) {
    this.#known = { server, sessions: new Sessions(server), captures: new Map() };
  }

  /** Sends the request of an exchange. Returns the differences from the expected response. */
  async run(
    exchange: Exchange,
    expected: RecordedResponse,
    next: Exchange | undefined,
  ): Promise<string[]> {
    const call = await this.#callOf(exchange);
    await sleep((exchange.sleep ?? 0) * 1_000);
    const agent = this.#connectionFor(exchange, next);
    const reply = await replyOrDrop(
      this.#known.server,
      agent === undefined ? call : { ...call, agent },
      exchange.request.websocket,
    );
    if (next?.reuse_connection !== true) agent?.destroy();
    this.#capture(exchange, reply);
    return [
      ...this.#compare(exchange, expected, reply),
      ...(await this.#documentedApi()).differences(call, reply),
    ];
  }

  /** Loads the API document once; it is the same for all exchanges. */
  #documentedApi(): Promise<DocumentedApi> {
    return (this.#api ??= DocumentedApi.of(this.#known.server));
  }

  #compare(exchange: Exchange, expected: RecordedResponse, reply: Reply): string[] {
    const known = this.#known;
    const statuses = [expected.status].flat();
    if (!statuses.includes(reply.status)) {
      const body = short(reply.body.toString());
      return [`status ${reply.status} instead of ${statuses.join(' or ')}: ${body}`];
    }
    const options: ComparisonOptions = {
      known,
      where: 'body',
      unordered: exchange.unordered === true,
    };
    const absent = Object.fromEntries((exchange.absent_headers ?? []).map((name) => [name, null]));
    return [
      ...compareHeaders({ ...expected.headers, ...absent }, reply, known),
      ...(exchange.body_free === true ? [] : compareBody(expected.body ?? {}, reply, options)),
      ...compareDisk(expected.fs ?? {}, known),
      ...leaks(reply, known.server.work),
    ];
  }

  async #callOf({ as, request }: Exchange): Promise<Call> {
    const known = this.#known;
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      headers[name] = await fillIn(value, known);
    }
    if (as !== 'anon') headers['X-Auth'] ??= await known.sessions.tokenOf(as);
    const path = await fillIn(request.path, known);
    const body = await this.#bodyOf(request);
    return { method: request.method, path, headers, ...(body === undefined ? {} : { body }) };
  }

  async #bodyOf(request: Exchange['request']): Promise<Buffer | undefined> {
    const { json, text } = request;
    if (json !== undefined) return Buffer.from(await fillIn(JSON.stringify(json), this.#known));
    if (text !== undefined) return Buffer.from(await fillIn(text, this.#known));
    if (request.base64 === undefined && request.repeat === undefined) return undefined;
    return contentOf(request);
  }

  #connectionFor(exchange: Exchange, next: Exchange | undefined): Agent | undefined {
    if (exchange.reuse_connection === true) return this.#connection;
    this.#connection = next?.reuse_connection === true ? keptConnection() : undefined;
    return this.#connection;
  }

  #capture({ capture = {} }: Exchange, reply: Reply): void {
    for (const [name, path] of Object.entries(capture)) {
      const value = valueAt(reply, path) ?? this.#known.captures.get(name) ?? NOT_CREATED;
      this.#known.captures.set(name, value);
    }
  }
}

/** Sends a call, over a WebSocket if there are messages. A dropped connection has the status 0. */
async function replyOrDrop(
  { port }: RunningServer,
  call: Call,
  messages: readonly string[] | undefined,
): Promise<Reply> {
  try {
    return messages === undefined ? await send(port, call) : await converse(port, call, messages);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'dropped';
    return { status: 0, headers: new Map(), body: Buffer.from(reason) };
  }
}

/** Returns a value of a response: `body`, `header.<name>`, or the JSON value at `json.<key>.<key>`. */
function valueAt(reply: Reply, path: string): string | undefined {
  const [kind, ...rest] = path.split('.');
  if (kind === 'body') return reply.body.toString();
  if (kind === 'header') return reply.headers.get(rest.join('.'))?.[0];
  if (reply.status >= 400) return undefined;
  let value: unknown = JSON.parse(reply.body.toString());
  for (const key of rest) value = (value as Record<string, unknown>)[key];
  return String(value);
}

/** Returns a complaint if an error message contains a real path or a stack trace. */
function leaks({ status, body }: Reply, work: string): string[] {
  if (status < 400) return [];
  const text = body.toString();
  return [
    ...(text.includes(work) ? ['the error message contains a real path'] : []),
    ...(/\n\s+at /.test(text) ? ['the error message contains a stack trace'] : []),
  ];
}
