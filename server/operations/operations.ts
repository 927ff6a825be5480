import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { Operation, OperationOutcome, OperationState } from '#contract/operations.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError, serverStopping } from '../errors.ts';
import { errorReply } from '../http/error-reply.ts';
import { CommandFailed } from '../programs/events/event-hooks.ts';
import type { NotCopied } from '../storage/walk-outcomes.ts';
import type { OperationControl } from '../tree/operation-control.ts';
import { EndedOperations } from './ended-operations.ts';
import { type BegunOperation, RunningOperation } from './running-operation.ts';

/** Maximum number of concurrent operations of one user. A page starts fewer. */
const MAX_AT_ONCE = 16;

/** Result of an operation, for its reply and for its job. */
export interface OperationEnd {
  readonly reply: OperationOutcome;
  /** Path of the result from the root of the server. */
  readonly result?: TreePath;
  /** Entries that were not copied, or are still at the old path of a move. */
  readonly left?: NotCopied;
}

/** How an operation has ended. */
export type Ended =
  | { readonly kind: 'done'; readonly end: OperationEnd }
  | { readonly kind: 'failed'; readonly error: unknown; readonly reply: OperationOutcome }
  | { readonly kind: 'stopped' };

/** Operations that other servers of a cluster work on. */
export interface OperationsElsewhere {
  /** Resolves when the operation has ended, with undefined if no other server knows it. */
  outcomeOf(userId: number, key: string): Promise<OperationOutcome | undefined>;
  stateOf(actor: Actor, key: string): Promise<OperationState | undefined>;
}

/** Observes all operations, and makes jobs of the long ones. */
export interface OperationTracker {
  begin(running: RunningOperation): void;
  end(running: RunningOperation, ended: Ended): Promise<void>;
}

/** A request for an operation, as `requestText` returns it, and its outcome, which never rejects. */
interface KnownRequest {
  readonly request: string;
  readonly outcome: Promise<OperationOutcome>;
}

interface Running extends KnownRequest {
  readonly running: RunningOperation;
}

/** Reason with which an operation ends when its user has cancelled it. */
export class OperationCancelled extends AppError {
  constructor() {
    super('invalid-request', 'cancelled');
  }
}

/**
 * Runs copies, moves and deletions for requests and jobs. Its user can query and cancel an operation by its key, and gets the outcome of one
 * that has ended for some time, so that a repeated request does not run it again.
 */
export class Operations {
  readonly #tracker: OperationTracker;
  readonly #elsewhere: OperationsElsewhere;
  /** Operations in progress by user and key. */
  readonly #ofUser = new Map<number, Map<string, Running>>();
  readonly #ended = new EndedOperations<KnownRequest>();
  readonly #inProgress = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(tracker: OperationTracker, elsewhere: OperationsElsewhere) {
    this.#tracker = tracker;
    this.#elsewhere = elsewhere;
    // Every operation adds a listener.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Aborts when the server stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Runs an operation. A known key runs nothing: it returns the outcome of the earlier request. Throws `invalid-request` when the key
   * belongs to a different request, and `too-many-requests` when the user has too many operations in progress.
   */
  async run(
    begun: BegunOperation,
    work: (control: OperationControl) => Promise<OperationEnd>,
  ): Promise<OperationOutcome> {
    const { userId } = begun.actor;
    const { key = randomUUID() } = begun;
    const known = this.#known(userId, key);
    if (known) return outcomeOf(known, requestText(begun));
    const earlier = begun.key && (await this.#elsewhere.outcomeOf(userId, begun.key));
    if (earlier) return earlier;
    if ((this.#ofUser.get(userId)?.size ?? 0) >= MAX_AT_ONCE)
      throw new AppError('too-many-requests', 'too many operations at once');
    return this.start(new RunningOperation(begun, key), work);
  }

  /** Runs an operation, however many its user has in progress. The key must be new. */
  async start(
    running: RunningOperation,
    work: (control: OperationControl) => Promise<OperationEnd>,
  ): Promise<OperationOutcome> {
    const { begun, key } = running;
    const { userId } = begun.actor;
    const request = requestText(begun);
    const own = this.#ofUser.get(userId) ?? new Map<string, Running>();
    this.#tracker.begin(running);
    const result = this.#work(running, work);
    const outcome = result.catch(outcomeOfFailure);
    this.#ofUser.set(userId, own.set(key, { running, request, outcome }));
    this.#inProgress.add(result);
    try {
      return await result;
    } finally {
      this.#inProgress.delete(result);
      own.delete(key);
      if (own.size === 0 && this.#ofUser.get(userId) === own) this.#ofUser.delete(userId);
      if (begun.key !== undefined) this.#ended.remember(userId, key, { request, outcome });
    }
  }

  /** Returns true when `run` would return an earlier outcome. */
  isRepeated({ actor, key }: Pick<BegunOperation, 'actor' | 'key'>): boolean {
    return key !== undefined && this.#known(actor.userId, key) !== undefined;
  }

  /** Remembers the outcome of an operation of an earlier process, for a client that has lost the reply. */
  remember(begun: BegunOperation & { readonly key: string }, outcome: OperationOutcome): void {
    const ended = { request: requestText(begun), outcome: Promise.resolve(outcome) };
    this.#ended.remember(begun.actor.userId, begun.key, ended);
  }

  /** Returns the state of an operation by its key; undefined for an unknown key. */
  async stateOf(actor: Actor, key: string): Promise<OperationState | undefined> {
    const { userId } = actor;
    const running = this.#ofUser.get(userId)?.get(key);
    if (running) return { state: 'running', ...running.running.operation };
    const ended = this.#ended.find(userId, key);
    if (ended) return { state: 'ended', ...(await ended.outcome) };
    return this.#elsewhere.stateOf(actor, key);
  }

  /** Lists the operations of one user, the oldest first. */
  list(userId: number): Operation[] {
    return [...(this.#ofUser.get(userId)?.values() ?? [])].map(({ running }) => running.operation);
  }

  /** Cancels an operation. Returns false for an unknown key. */
  cancel(userId: number, key: string): boolean {
    const running = this.#ofUser.get(userId)?.get(key);
    running?.running.cancel(new OperationCancelled(), { midway: false });
    return running !== undefined;
  }

  /** Interrupts all operations. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort(serverStopping());
    await Promise.allSettled(this.#inProgress);
  }

  #known(userId: number, key: string): KnownRequest | undefined {
    return this.#ofUser.get(userId)?.get(key) ?? this.#ended.find(userId, key);
  }

  async #work(
    running: RunningOperation,
    work: (control: OperationControl) => Promise<OperationEnd>,
  ): Promise<OperationOutcome> {
    const stopping = this.#stopping.signal;
    try {
      const end = await work(running.control(stopping));
      await this.#tracker.end(running, { kind: 'done', end });
      return end.reply;
    } catch (error) {
      const isStopped = stopping.aborted && error === stopping.reason;
      const reply = outcomeOfFailure(error);
      await this.#tracker.end(
        running,
        isStopped ? { kind: 'stopped' } : { kind: 'failed', error, reply },
      );
      throw error;
    }
  }
}

/** Returns a text that is the same for equal requests, by which the reuse of a key for another request is noticed. */
function requestText({ kind, from, to, options }: BegunOperation): string {
  const { onConflict = '', permanent = false, trash, undo } = options;
  // The path of an item in the trash is known only as long as the item is there. What else is in the trash changes between equal requests.
  const inTrash = trash && { ...trash, bounds: undefined };
  return JSON.stringify([kind, undo ?? inTrash ?? from, to, onConflict, permanent]);
}

/** Returns the outcome of the earlier request with a key. Throws `invalid-request` if that was a different request. */
async function outcomeOf(known: KnownRequest, request: string): Promise<OperationOutcome> {
  if (known.request === request) return known.outcome;
  throw new AppError('invalid-request', 'this operation key stands for something else');
}

function outcomeOfFailure(failure: unknown): OperationOutcome {
  const reply = errorReply(failure);
  const headers: Record<string, string> = { ...reply.headers };
  if (failure instanceof CommandFailed) {
    headers[FAILED_COMMAND_HEADER.toLowerCase()] = failure.trigger;
  }
  return { status: reply.status, text: reply.body, headers };
}
