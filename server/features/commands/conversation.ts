import type { WebSocket } from '@fastify/websocket';
import { closeReasonOf, type CommandEnd } from '#contract/commands.ts';
import { firstLine } from './first-line.ts';
import { keepAlive } from './keep-alive.ts';
import { LineSender } from './line-sender.ts';

/** So long somebody may take to send a command. Milliseconds. */
const PATIENCE_MS = 60_000;
const PING_EVERY_MS = 30_000;
/** A server that stops waits so long for the other side to take its leave. Milliseconds. */
const LEAVE_TAKING_MS = 500;

const STOPPED = closeReasonOf({ kind: 'stopped' });

const NORMAL = 1_000;
const UNSUPPORTED_DATA = 1_003;
const INTERNAL_ERROR = 1_011;

/** Sends lines; a promise where more should not be sent before it has resolved. */
export type Say = (lines: readonly string[]) => void | Promise<void>;

/** Runs a line, and tells how it has ended. To be called off when `signal` aborts. */
export type RunLine = (line: string, say: Say, signal: AbortSignal) => Promise<CommandEnd>;

/** One connection: one line comes, lines of output go, then it is closed in the normal way, with how the command has ended. */
export class Conversation {
  readonly #socket: WebSocket;
  readonly #sender: LineSender;
  readonly #closed: Promise<void>;
  /** Nobody waits for a command any more. */
  readonly #over = new AbortController();
  #isStopping = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const { noteSign } = keepAlive(socket, PING_EVERY_MS);
    this.#sender = new LineSender(socket, noteSign);
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#over.abort();
        resolve();
      });
    });
  }

  /** Resolves when the connection is closed. Rejects, with the connection about to be closed, when `run` has failed. */
  async hold(run: RunLine): Promise<void> {
    const patience = setTimeout(() => this.#over.abort(), PATIENCE_MS);
    const message = await firstLine(this.#socket, this.#over.signal);
    clearTimeout(patience);
    if (message.kind === 'binary') return this.#close(UNSUPPORTED_DATA, '');
    if (message.kind === 'none') return this.#close(NORMAL, this.#isStopping ? STOPPED : '');
    const say: Say = (lines) => this.#sender.send(lines);
    try {
      const end = await run(message.line, say, this.#over.signal);
      await this.#untilTaken();
      return await this.#close(NORMAL, closeReasonOf(end));
    } catch (error) {
      void this.#close(INTERNAL_ERROR, '');
      throw error;
    }
  }

  /** The server stops: so does the command, and the other side is told. */
  stop(): void {
    this.#isStopping = true;
    this.#over.abort();
  }

  /** Once we say that we close, the other side has only moments left to take what is on its way. */
  async #untilTaken(): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return;
    const over = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.#sender.drained(), over]);
  }

  async #close(code: number, reason: string): Promise<void> {
    this.#socket.close(code, reason);
    const timer = this.#isStopping
      ? setTimeout(() => this.#socket.terminate(), LEAVE_TAKING_MS)
      : undefined;
    await this.#closed;
    clearTimeout(timer);
  }
}
