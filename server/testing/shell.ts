import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { WebSocket, type ClientOptions } from 'ws';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

/** For a server whose users may run commands. */
export const SHELL_ON = {
  features: { thumbnails: true, resizePreview: true, exec: true, shell: false },
};

/** One connection to the shell, and all that has come over it. */
export interface ShellConnection {
  readonly socket: WebSocket;
  readonly messages: readonly string[];
  /** Resolves when the server has closed it; rejects when it was never opened. */
  readonly closed: Promise<Closed>;
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export interface ShellOptions extends ClientOptions {
  /** As it stands in the address. */
  readonly path?: string;
  readonly query?: string;
}

/** Opens a connection as a program does, with the token in the header. */
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
  // Whoever never asks must not be told by a crash.
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

/** The status of a handshake that is refused. */
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

/** Whether any process of this machine has this text among its words. */
export function isRunning(word: string): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && wordsOf(pid).includes(word));
}

function wordsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // it has just ended
  }
}

let lastNap = 0;

/** A number of seconds that no other test sleeps for: by it, a `sleep` is known again. */
export function aLongNap(): string {
  lastNap += 1;
  return `600.${process.pid}${lastNap}`;
}
