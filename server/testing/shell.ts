import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { WebSocket, type ClientOptions } from 'ws';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

/** Configuration of a server whose users may run commands. */
export const SHELL_ON = {
  features: { thumbnails: true, resizePreview: true, exec: true, shell: false },
};

/** A connection to the shell, with all messages received. */
export interface ShellConnection {
  readonly socket: WebSocket;
  readonly messages: readonly string[];
  /** Resolves when the server has closed the connection; rejects when it was never opened. */
  readonly closed: Promise<Closed>;
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export interface ShellOptions extends ClientOptions {
  /** Path as it is written in the address. */
  readonly path?: string;
  readonly query?: string;
}

/** Opens a connection with the token in the header, as a program does. */
export function openShell(
  app: Pick<TestApp, 'url'>,
  client: Pick<Client, 'token'>,
  { path = '/', query = '', headers, ...options }: ShellOptions = {},
): ShellConnection {
  const own = client.token === undefined ? {} : { 'X-Auth': client.token };
  const url = `${app.url.replace('http', 'ws')}/api/command${path}${query}`;
  const socket = new WebSocket(url, { headers: { ...own, ...headers }, ...options });
  const messages: string[] = [];
  socket.on('message', (data: Buffer) => messages.push(data.toString()));
  const closed = closeOf(socket);
  // Without this, a test that never awaits it would crash with an unhandled rejection.
  closed.catch(() => undefined);
  return { socket, messages, closed };
}

/** Sends one line and waits for the end. */
export async function runInShell(
  app: Pick<TestApp, 'url'>,
  client: Pick<Client, 'token'>,
  line: string,
  options?: ShellOptions,
): Promise<{ readonly messages: readonly string[] } & Closed> {
  const connection = openShell(app, client, options);
  await opened(connection);
  connection.socket.send(line);
  return { messages: connection.messages, ...(await connection.closed) };
}

export async function opened({ socket }: ShellConnection): Promise<void> {
  if (socket.readyState === WebSocket.CONNECTING) await once(socket, 'open');
}

/** Returns the status of a refused handshake. */
export function refusedHandshake({ socket }: ShellConnection): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.once('open', () => reject(new Error('the handshake was not refused')));
  });
}

function closeOf(socket: WebSocket): Promise<Closed> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
}

/** Returns whether any process of this machine has this text among its arguments. */
export function isRunning(word: string): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && wordsOf(pid).includes(word));
}

function wordsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // The process has just ended.
  }
}

let lastNap = 0;

/** Returns a number of seconds that no other test uses, so that its `sleep` process can be identified. */
export function aLongNap(): string {
  lastNap += 1;
  return `600.${process.pid}${lastNap}`;
}
