import type { TransferListItem } from 'node:worker_threads';
import { NO_WORK } from './heartbeat.ts';
import { CallThread, type PoolCall } from './call-thread.ts';
import {
  restoreError,
  STALLED_AFTER_MS,
  ThreadPool,
  type ThreadPoolOptions,
} from './thread-pool.ts';
import type { CallReply, Calls, TransferResult } from './worker-calls.ts';
import { storageNotAnswering, serverStopping } from '../errors.ts';

type Input<Call> = Call extends (input: infer Given) => unknown ? Given : never;
type Result<Call> = Call extends (input: never) => infer Given ? Unwrapped<Awaited<Given>> : never;
type Unwrapped<Given> = Given extends TransferResult<infer Value> ? Value : Given;

export interface WorkerPoolOptions extends ThreadPoolOptions {
  /**
   * Names of calls that are so short that queuing several on one running thread is faster than waking another. They must only read,
   * because a call that waits behind a stuck one is run again on another thread.
   */
  readonly quick?: ReadonlySet<string>;
  /** Maximum number of threads that calls of one key may occupy, including stuck threads. */
  readonly mostOfOneKey?: number;
  /** Receives results that no caller waits for any more, for instance to close a descriptor. */
  discard?(call: string, input: unknown, result: unknown): void;
}

export interface RunOptions {
  /** Buffers that are transferred to the worker. They are empty in this thread afterwards. */
  readonly transferList?: readonly TransferListItem[];
  /** Resource that the call depends on, such as a mounted file system. Undefined is not limited. */
  readonly key?: string | undefined;
  /**
   * Maximum time that the call may wait for a thread, and that its thread may make no progress, in milliseconds. The call then fails
   * with `not-answering`.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Called once when no thread works on the call any more: before the caller gets its result, or after a deadline has passed. Not for
   * quick calls.
   */
  readonly onEnded?: ((how: 'done' | 'failed' | 'not-begun') => void) | undefined;
}

/** Maximum number of quick calls on a thread. */
const MAX_QUICK_CALLS = 32;
/** A thread gets no more quick calls while its oldest one is older than this, in milliseconds. */
const MAX_QUICK_MS = 3;
/** Maximum number of quick calls that are taken from the queue at once. */
const QUICK_FROM_QUEUE = 8;

const WATCH_EVERY_MS = 50;
/** Size of the young generation of a worker's heap, in megabytes. V8 would use 48 for a large folder, and not return it. */
const YOUNG_GENERATION_MB = 6;
/** Quick calls behind one without progress for this long move to other threads. Milliseconds. */
const RESCUE_AFTER_MS = 150;
/** Time without progress that is allowed while a worker loads its modules, in milliseconds. */
const LOADING_MS = 30_000;

const MAX_ID = 0x3fff_ffff;

/**
 * Runs short synchronous calls in threads, with one message for the request and one for the reply. Free threads take calls from one
 * queue. A thread that is stuck, for instance in a system call on a dead network mount, is replaced, and its call fails at its
 * deadline. `AllCalls` is the type of the object that the worker passes to `serveCalls`.
 */
export class WorkerPool<AllCalls extends Calls> extends ThreadPool<
  readonly CallReply[],
  CallThread
> {
  readonly #options: WorkerPoolOptions;
  readonly #queue = new Set<PoolCall>();
  readonly #unsettled = new Set<PoolCall>();
  #lastId = NO_WORK;

  constructor(options: WorkerPoolOptions) {
    const limits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
    super(options, (start, events) => new CallThread(start, events, limits), WATCH_EVERY_MS);
    this.#options = options;
  }

  /** Starts a thread, so that the first call does not wait for one. It ends like any other that is idle. */
  prepare(): void {
    if (this.isClosed || this.threads.size > 0) return;
    this.startThread();
    this.endIdleThreadsLater();
  }

  run<Name extends keyof AllCalls & string>(
    name: Name,
    input: Input<AllCalls[Name]>,
    { transferList = [], key, deadlineMs, onEnded }: RunOptions = {},
  ): Promise<Result<AllCalls[Name]>> {
    const refusal = this.#refusalOf(key, deadlineMs);
    if (refusal !== undefined) {
      onEnded?.('not-begun');
      return Promise.reject(refusal);
    }
    this.#lastId = this.#lastId === MAX_ID ? 1 : this.#lastId + 1;
    const id = this.#lastId;
    const isQuick = this.#options.quick?.has(name) ?? false;
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const call: PoolCall = {
        id,
        name,
        input,
        transferList,
        key,
        isQuick,
        since,
        deadlineMs,
        onEnded,
        isSettled: false,
        resolve,
        reject,
      };
      this.#unsettled.add(call);
      this.startWatching();
      this.#assign(call, since);
    });
  }

  protected override get hasWork(): boolean {
    return this.#unsettled.size > 0;
  }

  protected override receive(thread: CallThread, replies: readonly CallReply[]): void {
    for (const reply of replies) this.#receiveReply(thread, reply);
  }

  #receiveReply(thread: CallThread, reply: CallReply): void {
    const now = performance.now();
    const call = thread.take(reply.id, now);
    if (call === undefined) return;
    call.onEnded?.('failure' in reply ? 'failed' : 'done');
    if (call.isSettled) {
      if ('result' in reply) this.#options.discard?.(call.name, call.input, reply.result);
    } else {
      this.#settle(call);
      if ('failure' in reply) call.reject(restoreError(reply.failure));
      else call.resolve(reply.result as never);
    }
    if (!thread.isIdle) return;
    if (this.#queue.size > 0) this.#assignQueued(now);
    if (!thread.isIdle) return;
    if (this.threads.size > this.#options.size) this.#end(thread);
    else this.endIdleThreadsLater();
  }

  protected override inspectAll(now: number): void {
    super.inspectAll(now);
    for (const call of this.#queue) {
      if (call.deadlineMs !== undefined && now - call.since > call.deadlineMs) this.#giveUp(call);
    }
    if (this.#queue.size > 0) this.#assignQueued(now);
  }

  protected override inspect(thread: CallThread, now: number): void {
    const quietMs = thread.heartbeat.quietMs(now);
    if (!thread.heartbeat.isUp && quietMs < LOADING_MS) return;
    this.setStalled(thread, quietMs >= STALLED_AFTER_MS);
    if (quietMs < RESCUE_AFTER_MS) return;
    const stuck = thread.heartbeat.currentWork;
    for (const call of [...thread.calls.values()]) {
      if (call.isSettled) continue;
      if (call.isQuick && call.id !== stuck) this.#runElsewhere(thread, call, now);
      else if (call.deadlineMs !== undefined && quietMs > call.deadlineMs) this.#giveUp(call);
    }
    // A stuck thread whose calls were given up does not keep the process alive.
    if (!thread.isWanted) thread.unref();
  }

  protected override fail(thread: CallThread, error: Error): void {
    for (const call of thread.calls.values()) {
      call.onEnded?.('failed');
      if (call.isSettled || this.#isElsewhere(thread, call)) continue;
      this.#settle(call);
      call.reject(error);
    }
    thread.calls.clear();
    if (this.#queue.size > 0) this.#assignQueued(performance.now());
  }

  #refusalOf(key: string | undefined, deadlineMs: number | undefined): Error | undefined {
    if (this.isClosed) return serverStopping();
    return deadlineMs !== undefined && this.#isLost(key) ? storageNotAnswering() : undefined;
  }

  #assign(call: PoolCall, now: number): void {
    const thread = this.#threadFor(call, now);
    if (thread === undefined) this.#queue.add(call);
    else thread.give(call, now);
  }

  #threadFor(call: PoolCall, now: number): CallThread | undefined {
    const mayTakeAnother = this.#mayTakeAnother(call.key);
    let idle: CallThread | undefined;
    for (const thread of this.threads) {
      const isFree = thread.isIdle ? mayTakeAnother : call.isQuick && acceptsQuickCall(thread, now);
      if (!isFree || !(mayTakeAnother || hasKey(thread, call.key))) continue;
      // The call already waits on this thread, behind a stuck one.
      if (thread.calls.has(call.id)) continue;
      if (!thread.isIdle) return thread;
      idle ??= thread;
    }
    if (idle !== undefined || !mayTakeAnother) return idle;
    return this.mayStartThread ? this.startThread() : undefined;
  }

  #mayTakeAnother(key: string | undefined): boolean {
    const { mostOfOneKey } = this.#options;
    if (key === undefined || mostOfOneKey === undefined) return true;
    let occupied = 0;
    for (const thread of this.threads) if (thread.hasKey(key)) occupied += 1;
    return occupied < mostOfOneKey;
  }

  /** Returns whether all threads that may work for a key are stuck with calls that were given up. */
  #isLost(key: string | undefined): boolean {
    let lost = 0;
    let lostOfKey = 0;
    for (const thread of this.threads) {
      if (!thread.isStalled || thread.isWanted) continue;
      lost += 1;
      if (key !== undefined && thread.hasKey(key)) lostOfKey += 1;
    }
    return lost >= this.maxThreads || lostOfKey >= (this.#options.mostOfOneKey ?? Infinity);
  }

  /** Assigns queued calls to free threads, in the order of submission. */
  #assignQueued(now: number): void {
    let quick = 0;
    for (const call of this.#queue) {
      if (call.isQuick && quick >= QUICK_FROM_QUEUE) continue;
      const thread = this.#threadFor(call, now);
      if (thread === undefined) {
        if (this.#isFull()) return;
        continue;
      }
      this.#queue.delete(call);
      thread.give(call, now);
      if (call.isQuick) quick += 1;
    }
  }

  /** Returns whether no call of any key could start. */
  #isFull(): boolean {
    for (const thread of this.threads) if (thread.isIdle) return false;
    return !this.mayStartThread;
  }

  /** Runs a call again that waits behind a stuck one. The first of its two results counts. */
  #runElsewhere(thread: CallThread, call: PoolCall, now: number): void {
    if (!this.#isElsewhere(thread, call)) this.#assign(call, now);
  }

  #isElsewhere(thread: CallThread, call: PoolCall): boolean {
    if (this.#queue.has(call)) return true;
    for (const other of this.threads) if (other !== thread && other.calls.has(call.id)) return true;
    return false;
  }

  #giveUp(call: PoolCall): void {
    if (this.#queue.has(call)) call.onEnded?.('not-begun');
    this.#settle(call);
    call.reject(storageNotAnswering());
  }

  #settle(call: PoolCall): void {
    call.isSettled = true;
    this.#queue.delete(call);
    this.#unsettled.delete(call);
    this.workEnded();
  }

  #end(thread: CallThread): void {
    this.threads.delete(thread);
    void thread.terminate();
  }
}

/** Returns whether a thread is busy with quick calls and completes them in time. */
function acceptsQuickCall(thread: CallThread, now: number): boolean {
  const { calls, slowCalls, busySince, heartbeat } = thread;
  if (slowCalls > 0 || thread.isStalled || busySince === undefined) return false;
  if (!heartbeat.isUp) return true;
  return calls.size < MAX_QUICK_CALLS && now - busySince < MAX_QUICK_MS;
}

function hasKey(thread: CallThread, key: string | undefined): boolean {
  return key === undefined || thread.hasKey(key);
}
