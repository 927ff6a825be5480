import { type CommandEnd, closeReasonOf } from '#contract/commands.ts';
import { act } from '@testing-library/react';
import { afterEach } from 'vitest';

/** A command that the page has begun; it says and ends what the test wants. */
export class FakeCommand extends EventTarget {
  readonly url: string;
  /** What the page has sent. */
  readonly lines: string[] = [];
  /** The page has gone. */
  isLeft = false;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    commands.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }

  send(line: string): void {
    this.lines.push(line);
  }

  close(): void {
    this.isLeft = true;
    queueMicrotask(() => this.#closeWith(1000, ''));
  }

  /** Lines of output. */
  say(...lines: readonly string[]): void {
    for (const data of lines) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  end(end: CommandEnd = { kind: 'exit', code: 0 }): void {
    act(() => this.#closeWith(1000, closeReasonOf(end)));
  }

  /** The line is cut. */
  cut(): void {
    act(() => this.#closeWith(1006, ''));
  }

  #closeWith(code: number, reason: string): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
}

let commands: FakeCommand[] = [];
const realWebSocket = globalThis.WebSocket;

/** Takes the place of the browser's WebSocket until the end of the test. Returns every command so far, the oldest first. */
export function fakeCommands(): readonly FakeCommand[] {
  commands = [];
  Object.assign(globalThis, { WebSocket: FakeCommand });
  return commands;
}

afterEach(() => {
  Object.assign(globalThis, { WebSocket: realWebSocket });
});
