import type { Logger } from '../logger.ts';

/** Fields of a log line about a failure. */
type FailureFacts = Readonly<Record<string, unknown>> & { readonly err: unknown };

/**
 * Logs why interrupted work could not be recovered. A recovery is repeated for as long as a disk is missing, so the same reason of the same work
 * is logged once in the life of a server.
 */
export class RecoveryLog {
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  /** Reasons by the ids of the work, from the last recovery that has ended and from the present one. */
  #known: ReadonlyMap<string, string> = new Map();
  #present = new Map<string, string>();

  constructor(logger: Pick<Logger, 'info' | 'warn'>) {
    this.#logger = logger;
  }

  /** Logs that work was recovered. */
  recovered(facts: object, message: string): void {
    this.#logger.info(facts, message);
  }

  /** Logs why work was not recovered, unless the last recovery has failed at it for the same reason. */
  failed(id: string, facts: FailureFacts, message: string): void {
    const reason = `${message}: ${reasonOf(facts.err)}`;
    this.#present.set(id, reason);
    if (this.#known.get(id) !== reason) this.#logger.warn(facts, message);
  }

  /** Forgets what the recovery that has just ended has not failed at. */
  end(): void {
    this.#known = this.#present;
    this.#present = new Map();
  }
}

/** Returns the text of an error, as it is stored and logged. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
