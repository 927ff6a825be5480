import type { TransferListItem } from 'node:worker_threads';
import { PoolThread } from './thread-pool.ts';
import type { CallReply, CallRequest } from './worker-calls.ts';

/** A call of a worker pool, from its submission until its caller has a result. */
export interface PoolCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly transferList: readonly TransferListItem[];
  /** Calls of one key may occupy only some of the threads. Undefined is not limited. */
  readonly key: string | undefined;
  readonly isQuick: boolean;
  /** Time of submission, in milliseconds of `performance.now`. */
  readonly since: number;
  /** Maximum time in the queue, and again without progress on its thread, in milliseconds. Undefined is not limited. */
  readonly deadlineMs: number | undefined;
  readonly onEnded: ((how: 'done' | 'failed' | 'not-begun') => void) | undefined;
  /** True once the caller has a result or an error. A thread may still run the call. */
  isSettled: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** A thread of a worker pool, with the calls that it was given and has not answered. */
export class CallThread extends PoolThread<readonly CallReply[]> {
  readonly calls = new Map<number, PoolCall>();
  /** Number of its calls that are not quick. */
  slowCalls = 0;
  /** Number of its calls by key. */
  readonly #keys = new Map<string, number>();
  /** Times at which calls were given, by call number, in milliseconds of `performance.now`. */
  readonly #givenAt = new Map<number, number>();
  #outbox: CallRequest[] = [];
  #transferList: TransferListItem[] = [];

  override get pending(): number {
    return this.calls.size;
  }

  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Time at which its oldest call was given, in milliseconds of `performance.now`; undefined without calls. */
  get busySince(): number | undefined {
    const [oldest] = this.#givenAt.values();
    return oldest;
  }

  /** True while a caller waits for one of its calls. */
  get isWanted(): boolean {
    for (const call of this.calls.values()) if (!call.isSettled) return true;
    return false;
  }

  /** Sends a call. Calls of one turn of the event loop are sent as one message at its end. */
  give(call: PoolCall, now: number): void {
    if (this.isIdle) this.startWorking(now);
    if (!call.isQuick) this.slowCalls += 1;
    this.calls.set(call.id, call);
    this.#givenAt.set(call.id, now);
    if (call.key !== undefined) this.#keys.set(call.key, (this.#keys.get(call.key) ?? 0) + 1);
    if (this.#outbox.length === 0) setImmediate(() => this.#send());
    this.#outbox.push({ id: call.id, call: call.name, input: call.input });
    this.#transferList.push(...call.transferList);
  }

  /** Removes a call that was answered. */
  take(id: number, now: number): PoolCall | undefined {
    const call = this.calls.get(id);
    if (call === undefined) return undefined;
    this.calls.delete(id);
    this.#givenAt.delete(id);
    if (!call.isQuick) this.slowCalls -= 1;
    if (call.key !== undefined) this.#dropKey(call.key);
    if (this.isIdle) this.stopWorking(now);
    return call;
  }

  #dropKey(key: string): void {
    const left = (this.#keys.get(key) ?? 1) - 1;
    if (left === 0) this.#keys.delete(key);
    else this.#keys.set(key, left);
  }

  #send(): void {
    const outbox = this.#outbox;
    const transferList = this.#transferList;
    this.#outbox = [];
    this.#transferList = [];
    this.post(outbox, transferList);
  }
}
