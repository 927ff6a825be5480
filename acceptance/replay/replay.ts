import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptConnection, send, type Call, type Reply } from '../http/send.ts';
import { Sessions } from '../http/session.ts';
import { converse } from '../http/websocket.ts';
import type { RunningServer } from '../server/running-server.ts';
import { DescribedInterface } from './api-document.ts';
import { compareBody } from './compare-body.ts';
import { compareHeaders } from './compare-headers.ts';
import { short, type Manner } from './compare-json.ts';
import { compareDisk } from './disk-state.ts';
import { contentOf } from './fixture-tree.ts';
import type { Exchange, RecordedResponse } from './recording-format.ts';
import { fillIn, type Known } from './placeholders.ts';

/** Value of a capture from a refused exchange, which later ones may still use. */
const NOTHING_MADE = 'nothing-was-made';

/** Sends the exchanges of one scenario, in order, to one server. */
export class Replay {
  readonly #known: Known;
  #connection: Agent | undefined;
  #interface: Promise<DescribedInterface> | undefined;

  constructor(server: RunningServer) {
    this.#known = { server, sessions: new Sessions(server), captures: new Map() };
  }

  /** Runs the exchanges. Returns the differences from the expected responses. */
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
      ...(await this.#described()).differences(call, reply),
    ];
  }

  /** Loads the API document once; it is the same for all exchanges. */
  #described(): Promise<DescribedInterface> {
    return (this.#interface ??= DescribedInterface.of(this.#known.server));
  }

  #compare(exchange: Exchange, expected: RecordedResponse, reply: Reply): string[] {
    const known = this.#known;
    const statuses = [expected.status].flat();
    if (!statuses.includes(reply.status)) {
      const body = short(reply.body.toString());
      return [`status ${reply.status} instead of ${statuses.join(' or ')}: ${body}`];
    }
    const manner: Manner = { known, where: 'body', unordered: exchange.unordered === true };
    const absent = Object.fromEntries((exchange.absent_headers ?? []).map((name) => [name, null]));
    return [
      ...compareHeaders({ ...expected.headers, ...absent }, reply, known),
      ...(exchange.body_free === true ? [] : compareBody(expected.body ?? {}, reply, manner)),
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
    for (const [name, place] of Object.entries(capture)) {
      const value = valueAt(reply, place) ?? this.#known.captures.get(name) ?? NOTHING_MADE;
      this.#known.captures.set(name, value);
    }
  }
}

/** Sends a call, over a WebSocket if it has messages. A dropped connection counts as status 0. */
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

function valueAt(reply: Reply, place: string): string | undefined {
  const [kind, ...rest] = place.split('.');
  if (kind === 'body') return reply.body.toString();
  if (kind === 'header') return reply.headers.get(rest.join('.'))?.[0];
  if (reply.status >= 400) return undefined;
  let value: unknown = JSON.parse(reply.body.toString());
  for (const key of rest) value = (value as Record<string, unknown>)[key];
  return String(value);
}

/** Returns complaints when a refusal contains a real path or a stack. */
function leaks({ status, body }: Reply, work: string): string[] {
  if (status < 400) return [];
  const text = body.toString();
  return [
    ...(text.includes(work) ? ['the refusal tells a real path'] : []),
    ...(/\n\s+at /.test(text) ? ['the refusal shows a stack'] : []),
  ];
}
