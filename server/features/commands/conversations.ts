import type { WebSocket } from '@fastify/websocket';
import type { Logger } from '../../logger.ts';
import { Conversation, type RunLine } from './conversation.ts';
import { SlotsPerUser } from '../../lib/slots-per-user.ts';
import { watchOver } from '../../lib/watch-over.ts';

/** Maximum number of connections per user: far more than pages need, and few enough to be idle for a minute. */
const MAX_OF_ONE = 64;

export interface Held {
  readonly run: RunLine;
  /**
   * Resolves with true if the session still exists and has the permissions with which the connection was opened. `isIdle`: the connection
   * waits for its command; a running command is authorized by itself.
   */
  mayStay(isIdle: boolean): Promise<boolean>;
  readonly watchEveryMs: number;
}

/** All open connections, so that a stopping server can end them. */
export class Conversations {
  readonly #log: Logger;
  readonly #open = new Map<Conversation, Promise<void>>();
  readonly #slots = new SlotsPerUser(MAX_OF_ONE);
  #isStopping = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Returns true if the user has too many open connections. Checked before the handshake is answered. */
  isFullFor(userId: number): boolean {
    return this.#slots.isFullFor(userId);
  }

  /** Ends the connection when `mayStay` resolves with false, also while it is idle. Never rejects. */
  async hold(
    socket: WebSocket,
    userId: number,
    { run, mayStay, watchEveryMs }: Held,
  ): Promise<void> {
    if (!this.#slots.take(userId)) return socket.terminate();
    const conversation = new Conversation(socket);
    const mayGoOn = () => mayStay(conversation.isIdle);
    const stopWatching = watchOver(mayGoOn, watchEveryMs, (err) => {
      if (err !== undefined) this.#log.error({ err }, 'shell connection could not be reauthorized');
      conversation.stop();
    });
    const held = conversation.hold(run).catch((err: unknown) => {
      this.#log.error({ err }, 'a command failed');
    });
    this.#open.set(conversation, held);
    if (this.#isStopping) conversation.stop();
    await held;
    stopWatching();
    this.#open.delete(conversation);
    this.#slots.release(userId);
  }

  /** Resolves when all connections are closed and their commands have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const conversation of this.#open.keys()) conversation.stop();
    await Promise.all(this.#open.values());
  }
}
