import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Reply, Sent } from './client.ts';

const RETRY_MS = 200;
/** Maximum time of an operation with all repetitions. Milliseconds. */
export const MAX_STUCK_MS = 60_000;
const CHUNK = 128 * 1024;
const MAX_BYTES = 5 * CHUNK;
const TUS = { 'tus-resumable': '1.0.0' };

/** Sends a request until it has a reply that is not about a server that has just ended. */
export async function persistently(
  send: () => Promise<Reply>,
): Promise<{ reply: Reply; isFirst: boolean }> {
  const until = performance.now() + MAX_STUCK_MS;
  for (let isFirst = true; ; isFirst = false) {
    const reply = await send().catch(() => undefined);
    // Cut off, a server that has ended, one that stops, or a path that the request before still locks.
    const isOver = reply !== undefined && reply.status < 500 && ![423, 429].includes(reply.status);
    if (isOver) return { reply, isFirst };
    if (performance.now() > until) throw new Error(`no answer: ${reply?.status} ${reply?.text}`);
    await delay(RETRY_MS);
  }
}

/** A client that keeps uploading, renaming, copying and deleting, and knows what has to be there. */
export class Worker {
  readonly #client: Client;
  readonly #folder: string;
  /** SHA-256 of the files that have to be there, by name. */
  readonly expected = new Map<string, string>();
  count = 0;

  constructor(client: Client, index: number) {
    this.#client = client;
    this.#folder = `worker-${index}`;
  }

  async work(isOver: () => boolean): Promise<void> {
    await this.#send('POST', `/api/resources/${this.#folder}/`);
    while (!isOver()) {
      const name = `file-${this.count}.bin`;
      await this.#upload(name, randomBytes(randomInt(1, MAX_BYTES)));
      if (this.count % 3 === 0) await this.#transfer('rename', name, `moved-${this.count}.bin`);
      if (this.count % 3 === 1) await this.#transfer('copy', name, `copy-${this.count}.bin`);
      if (this.count % 5 === 4) await this.#delete(name);
      this.count += 1;
    }
  }

  /** Compares what is there with what has to be there. */
  async check(): Promise<void> {
    const listing = await this.#send('GET', `/api/resources/${this.#folder}/`);
    const { items } = listing.reply.json<{ items: { name: string }[] }>();
    const names = items.map(({ name }) => name).toSorted();
    assert.deepEqual(names, [...this.expected.keys()].toSorted());
    for (const [name, hash] of this.expected) {
      const { reply } = await this.#send('GET', `/api/raw/${this.#folder}/${name}`);
      assert.equal(hashOf(reply.bytes), hash, name);
    }
  }

  async #upload(name: string, bytes: Buffer): Promise<void> {
    const url = `/api/tus/${this.#folder}/${name}?override=true`;
    const length = { ...TUS, 'upload-length': `${bytes.length}` };
    let offset = await this.#create(url, length);
    let progressAt = performance.now();
    while (offset < bytes.length) {
      const body = bytes.subarray(offset, offset + CHUNK);
      const type = { 'content-type': 'application/offset+octet-stream' };
      const headers = { ...TUS, ...type, 'upload-offset': `${offset}` };
      const reply = await this.#client.patch(url, { headers, body }).catch(() => undefined);
      if (reply?.status === 204) {
        offset = Number(reply.headers['upload-offset']);
        progressAt = performance.now();
        continue;
      }
      const stuckMs = performance.now() - progressAt;
      assert(stuckMs < MAX_STUCK_MS, `${url} is stuck: ${reply?.status} ${reply?.text}`);
      await delay(RETRY_MS);
      const found = await this.#send('HEAD', url, { headers: length });
      if (found.reply.status === 200) offset = Number(found.reply.headers['upload-offset']);
      // The answer to the last chunk was lost, or that to the creation.
      else if (await this.#has(name, bytes)) break;
      else offset = await this.#create(url, length);
    }
    this.expected.set(name, hashOf(bytes));
  }

  async #create(url: string, headers: Record<string, string>): Promise<number> {
    const { reply } = await this.#send('POST', url, { headers });
    assert.equal(reply.status, 201, `${url}: ${reply.text}`);
    return 0;
  }

  async #transfer(action: 'rename' | 'copy', from: string, to: string): Promise<void> {
    const destination = encodeURIComponent(`/${this.#folder}/${to}`);
    const query = `action=${action}&destination=${destination}`;
    const { reply, isFirst } = await this.#send(
      'PATCH',
      `/api/resources/${this.#folder}/${from}?${query}`,
    );
    // Repeated, it finds that the earlier request has done it.
    const isDone = reply.status === 200 || (!isFirst && [404, 409].includes(reply.status));
    assert(isDone, `${action} ${from}: ${reply.status} ${reply.text}`);
    this.expected.set(to, this.expected.get(from) ?? '');
    if (action === 'rename') this.expected.delete(from);
  }

  async #delete(name: string): Promise<void> {
    if (!this.expected.has(name)) return;
    const { reply, isFirst } = await this.#send('DELETE', `/api/resources/${this.#folder}/${name}`);
    assert((isFirst ? [200, 204] : [200, 204, 404]).includes(reply.status), reply.text);
    this.expected.delete(name);
  }

  async #has(name: string, bytes: Buffer): Promise<boolean> {
    const { reply } = await this.#send('GET', `/api/raw/${this.#folder}/${name}`);
    return reply.status === 200 && reply.bytes.equals(bytes);
  }

  #send(method: string, path: string, sent?: Sent) {
    return persistently(() => this.#client.send(method, path, sent));
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
