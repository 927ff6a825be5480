import type { WebSocket } from '@fastify/websocket';
import { closeReasonOf, type CommandEnd } from '#contract/commands.ts';
import { firstLine } from './first-line.ts';
import { keepAlive } from './keep-alive.ts';
import { LineSender } from './line-sender.ts';

/** Time within which the client has to send its command. Milliseconds. */
const COMMAND_WITHIN_MS = 60_000;
const PING_EVERY_MS = 30_000;
/** Maximum time that a stopping server waits for the client to close the connection. Milliseconds. */
const CLOSE_WITHIN_MS = 500;

const STOPPED = closeReasonOf({ kind: 'stopped' });

// Codes of close frames (RFC 6455, section 7.4.1).
const NORMAL = 1_000;
const UNSUPPORTED_DATA = 1_003;
const INTERNAL_ERROR = 1_011;

/** Sends lines. Returns a promise if the caller must wait before it sends more. */
export type Say = (lines: readonly string[]) => void | Promise<void>;

/** Runs a line. Resolves with how it ended. Cancelled when `signal` aborts. */
export type RunLine = (line: string, say: Say, signal: AbortSignal) => Promise<CommandEnd>;

/** A connection: receives one line, sends lines of output, and closes with the result of the command. */
export class Conversation {
  readonly #socket: WebSocket;
  readonly #sender: LineSender;
  readonly #closed: Promise<void>;
  /** Aborts when the client has disconnected or has sent no command in time, and when the server stops. */
  readonly #cancelled = new AbortController();
  #isStopping = false;
  #isIdle = true;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const { noteSign } = keepAlive(socket, PING_EVERY_MS);
    this.#sender = new LineSender(socket, noteSign);
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#cancelled.abort();
        resolve();
      });
    });
  }

  /** True while the connection waits for its command. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  /**
   * Waits for the line, runs it, and closes the connection. Resolves when it is closed. Rejects if `run` has failed; the connection is being
   * closed then.
   */
  async hold(run: RunLine): Promise<void> {
    const timeout = setTimeout(() => this.#cancelled.abort(), COMMAND_WITHIN_MS);
    const message = await firstLine(this.#socket, this.#cancelled.signal);
    clearTimeout(timeout);
    this.#isIdle = false;
    if (message.kind === 'binary') return this.#close(UNSUPPORTED_DATA, '');
    if (message.kind === 'none') return this.#close(NORMAL, this.#isStopping ? STOPPED : '');
    const say: Say = (lines) => this.#sender.send(lines);
    try {
      const end = await run(message.line, say, this.#cancelled.signal);
      await this.#untilReceived();
      return await this.#close(NORMAL, closeReasonOf(end));
    } catch (error) {
      void this.#close(INTERNAL_ERROR, '');
      throw error;
    }
  }

  /** Stops the command because the server stops, and informs the client. */
  stop(): void {
    this.#isStopping = true;
    this.#cancelled.abort();
  }

  /** Waits until the client has received everything, because after a close frame it has only moments left. */
  async #untilReceived(): Promise<void> {
    const { signal } = this.#cancelled;
    if (signal.aborted) return;
    const cancelled = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.#sender.drained(), cancelled]);
  }

  async #close(code: number, reason: string): Promise<void> {
    this.#socket.close(code, reason);
    const timer = this.#isStopping
      ? setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS)
      : undefined;
    await this.#closed;
    clearTimeout(timer);
  }
}
