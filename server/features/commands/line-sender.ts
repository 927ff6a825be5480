import { setImmediate as otherWork } from 'node:timers/promises';
import type { WebSocket } from '@fastify/websocket';

/** Maximum number of unsent bytes for a slow client, before the program has to wait too. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Each line is a message and a system call, so other work continues after this many. */
const LINES_AT_ONCE = 128;

/** Sends lines as messages at the pace of the client, and yields to other work in between. */
export class LineSender {
  readonly #socket: WebSocket;
  readonly #onTaken: () => void;
  /** Resolves when the last message has been sent, and so all of them. */
  #last: Promise<void> = Promise.resolve();

  /** Present while lines are sent in several parts, one after another. */
  #parts: Promise<void> | undefined;

  /** `onTaken` is called whenever the connection has accepted data. */
  constructor(socket: WebSocket, onTaken: () => void) {
    this.#socket = socket;
    this.#onTaken = onTaken;
  }

  /**
   * Sends lines. Returns a promise if the caller must wait before it sends more. Sends nothing once the connection
   * closes.
   */
  send(lines: readonly string[]): void | Promise<void> {
    if (this.#parts === undefined && lines.length <= LINES_AT_ONCE) return this.#sendPart(lines);
    const parts = (this.#parts ?? Promise.resolve()).then(() => this.#sendParts(lines));
    this.#parts = parts.finally(() => {
      if (this.#parts === ending) this.#parts = undefined;
    });
    const ending = this.#parts;
    return ending;
  }

  /** Resolves when the connection has accepted everything, or is closed. */
  async drained(): Promise<void> {
    await this.#parts;
    await this.#last;
  }

  async #sendParts(lines: readonly string[]): Promise<void> {
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      await this.#sendPart(lines.slice(start, start + LINES_AT_ONCE));
      await otherWork();
    }
  }

  #sendPart(lines: readonly string[]): void | Promise<void> {
    const socket = this.#socket;
    for (const [index, line] of lines.entries()) {
      if (socket.readyState !== socket.OPEN) return;
      if (index < lines.length - 1) socket.send(line);
      else this.#last = this.#sendLast(line);
    }
    return socket.bufferedAmount > MAX_WAITING_BYTES ? this.#last : undefined;
  }

  #sendLast(line: string): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.send(line, () => {
        this.#onTaken();
        resolve();
      });
    });
  }
}
