import { type CommandEnd, closeReasonOf } from '#contract/commands.ts';
import { act } from '@testing-library/react';
import { afterEach } from 'vitest';

/** A command that the page has started. The test controls its output and end. */
export class FakeCommand extends EventTarget {
  readonly url: string;
  /** Lines that the page has sent. */
  readonly lines: string[] = [];
  /** Set when the page has closed the connection. */
  isLeft = false;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    commands.push(this);
    queueMicrotask(() => {
      if (isRefusing) this.cut();
      else this.dispatchEvent(new Event('open'));
    });
  }

  send(line: string): void {
    this.lines.push(line);
  }

  close(): void {
    this.isLeft = true;
    queueMicrotask(() => this.#closeWith(1000, ''));
  }

  /** Sends lines of output. */
  say(...lines: readonly string[]): void {
    for (const data of lines) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  end(end: CommandEnd = { kind: 'exit', code: 0 }): void {
    act(() => this.#closeWith(1000, closeReasonOf(end)));
  }

  /** Breaks the connection, or closes it with a code of RFC 6455. */
  cut(code = 1006): void {
    act(() => this.#closeWith(code, ''));
  }

  #closeWith(code: number, reason: string): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
}

let commands: FakeCommand[] = [];
let isRefusing = false;
const realWebSocket = globalThis.WebSocket;

/** Replaces the browser's WebSocket until the end of the test. Returns every command so far, the oldest first. */
export function fakeCommands(): readonly FakeCommand[] {
  commands = [];
  Object.assign(globalThis, { WebSocket: FakeCommand });
  return commands;
}

/** Refuses all further connections until the end of the test. */
export function refuseCommands(): void {
  isRefusing = true;
}

afterEach(() => {
  isRefusing = false;
  Object.assign(globalThis, { WebSocket: realWebSocket });
});
