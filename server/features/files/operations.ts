import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { Operation, OperationOutcome, OperationState } from '#contract/operations.ts';
import { AppError } from '../../errors.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { BegunOperation, OperationRunner } from '../../http/long-operation.ts';
import { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import { EndedOperations } from './ended-operations.ts';

/** Maximum number of concurrent operations of one user. A page starts fewer. */
const MOST_AT_ONCE = 16;

/** A request and its outcome, which never rejects. */
interface Asked {
  readonly asked: string;
  readonly outcome: Promise<OperationOutcome>;
}

interface Progress {
  operation: Operation;
  readonly cancel: AbortController;
}

interface Running extends Asked {
  readonly progress: Progress;
}

/**
 * Holds the copies, moves and deletions in progress, which their users can query and cancel, and for some time the outcomes of those with a
 * key.
 */
export class Operations implements OperationRunner {
  readonly #ofUser = new Map<number, Map<string, Running>>();
  readonly #ended = new EndedOperations<Asked>();
  readonly #under = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor() {
    // Every operation adds a listener.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Runs an operation. A known key runs nothing: it returns the outcome of the earlier request. Throws `invalid-request` when the key
   * belongs to a different request, and `too-many-requests` when the user has too many operations in progress.
   */
  async run(
    begun: BegunOperation,
    work: (control: OperationControl) => Promise<OperationOutcome>,
  ): Promise<OperationOutcome> {
    const { userId, key = randomUUID(), kind, from, to, how } = begun;
    const asked = JSON.stringify([kind, from, to, how]);
    const own = this.#ofUser.get(userId) ?? new Map<string, Running>();
    const known = this.#known(userId, key);
    if (known) return outcomeOf(known, asked);
    if (own.size >= MOST_AT_ONCE)
      throw new AppError('too-many-requests', 'too many operations at once');

    const progress = {
      operation: { key, kind, from, ...(to === undefined ? {} : { to }), entries: 0, bytes: 0 },
      cancel: new AbortController(),
    };
    const result = work(this.#controlOf(progress, begun.cancelled));
    const outcome = result.catch(outcomeOfFailure);
    this.#ofUser.set(userId, own.set(key, { progress, asked, outcome }));
    this.#under.add(result);
    try {
      return await result;
    } finally {
      this.#under.delete(result);
      own.delete(key);
      if (own.size === 0) this.#ofUser.delete(userId);
      if (begun.key !== undefined) this.#ended.remember(userId, key, { asked, outcome });
    }
  }

  /** Returns true when `run` would return an earlier outcome. */
  isRepeated({ userId, key }: Pick<BegunOperation, 'userId' | 'key'>): boolean {
    return key !== undefined && this.#known(userId, key) !== undefined;
  }

  /** Returns undefined for an unknown key. */
  async stateOf(userId: number, key: string): Promise<OperationState | undefined> {
    const running = this.#ofUser.get(userId)?.get(key);
    if (running) return { state: 'running', ...running.progress.operation };
    const ended = this.#ended.find(userId, key);
    return ended && { state: 'ended', ...(await ended.outcome) };
  }

  /** Lists the operations of one user, the oldest first. */
  list(userId: number): Operation[] {
    return [...(this.#ofUser.get(userId)?.values() ?? [])].map(
      ({ progress }) => progress.operation,
    );
  }

  /** Cancels an operation. Returns false for an unknown key. */
  cancel(userId: number, key: string): boolean {
    const running = this.#ofUser.get(userId)?.get(key);
    running?.progress.cancel.abort(new AppError('invalid-request', 'cancelled'));
    return running !== undefined;
  }

  /** Interrupts all operations. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('shutting-down', 'the server is stopping'));
    await Promise.allSettled(this.#under);
  }

  #known(userId: number, key: string): Asked | undefined {
    return this.#ofUser.get(userId)?.get(key) ?? this.#ended.find(userId, key);
  }

  #controlOf(progress: Progress, cancelled: AbortSignal | undefined): OperationControl {
    const { signal } = progress.cancel;
    return {
      cancelled: cancelled === undefined ? signal : AbortSignal.any([signal, cancelled]),
      stopping: this.#stopping.signal,
      reportTotals: ({ files, folders, others, bytes }) => {
        const totals = { totalEntries: files + folders + others, totalBytes: bytes };
        progress.operation = { ...progress.operation, ...totals };
      },
      reportProgress: (done) => {
        progress.operation = { ...progress.operation, ...done };
      },
    };
  }
}

async function outcomeOf(known: Asked, asked: string): Promise<OperationOutcome> {
  if (known.asked === asked) return known.outcome;
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
