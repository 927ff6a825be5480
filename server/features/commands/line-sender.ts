import { setImmediate as otherWork } from 'node:timers/promises';
import type { WebSocket } from '@fastify/websocket';

/** So much may wait for somebody who reads slowly, before the program has to wait as well. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** Each line is a message and costs a call of the system: after so many, others have their turn. */
const LINES_AT_ONCE = 128;

/** Sends lines as messages, no faster than they are taken, and leaves the server time for others meanwhile. */
export class LineSender {
  readonly #socket: WebSocket;
  readonly #onTaken: () => void;
  /** Of what was sent last: when it is through, all of it is. */
  #last: Promise<void> = Promise.resolve();

  /** Of what comes in many parts: they go one after the other. Undefined while there is none. */
  #parts: Promise<void> | undefined;

  /** `onTaken` is told whenever the connection has taken something. */
  constructor(socket: WebSocket, onTaken: () => void) {
    this.#socket = socket;
    this.#onTaken = onTaken;
  }

  /** A promise where more should not be sent before it has resolved. Nothing is sent once the connection closes. */
  send(lines: readonly string[]): void | Promise<void> {
    if (this.#parts === undefined && lines.length <= LINES_AT_ONCE) return this.#sendPart(lines);
    const parts = (this.#parts ?? Promise.resolve()).then(() => this.#sendParts(lines));
    this.#parts = parts.finally(() => {
      if (this.#parts === ending) this.#parts = undefined;
    });
    const ending = this.#parts;
    return ending;
  }

  /** Resolves when the connection has taken all of it, or nobody is there to take it any more. */
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
    return socket.bufferedAmount > MOST_WAITING_BYTES ? this.#last : undefined;
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
